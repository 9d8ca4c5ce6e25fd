import { listAudit } from '../audit/audit-queries.ts';
import { type Command, optionalText } from './command.ts';

const list: Command = {
  noun: 'audit',
  verb: 'list',
  help: 'lists who did what, newest first, 100 at a time',
  flags: {
    account: { value: 'ID', help: 'of one account only' },
    cursor: { value: 'C', help: 'next_cursor of the answer before' },
  },
  async run(ctx, flags) {
    const page = await listAudit(ctx.em, optionalText(flags, 'account') ?? null, {
      limit: 100,
      cursor: optionalText(flags, 'cursor') ?? null,
    });
    return {
      entries: page.items.map((entry) => ({
        audit_id: entry.id,
        at: entry.createdAt,
        account_id: entry.accountId,
        actor: { kind: entry.actorKind, id: entry.actorId },
        action: entry.action,
        subject_id: entry.subjectId,
        details: entry.details,
      })),
      next_cursor: page.nextCursor,
    };
  },
};

export const AUDIT_COMMANDS: Command[] = [list];

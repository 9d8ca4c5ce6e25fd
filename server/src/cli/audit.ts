import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { type Command, optionalText } from './command.ts';

const list: Command = {
  noun: 'audit',
  verb: 'list',
  help: 'lists the last 100 entries of the audit log, newest first',
  flags: { account: { value: 'ID', help: 'of one account only' } },
  async run(ctx, flags) {
    const accountId = optionalText(flags, 'account');
    const entries = await ctx.em.find(AuditEntry, accountId ? { accountId } : {}, { orderBy: { id: 'desc' }, limit: 100 });
    return {
      entries: entries.map((entry) => ({
        audit_id: entry.id,
        at: entry.createdAt,
        actor: { kind: entry.actorKind, id: entry.actorId },
        action: entry.action,
        subject_id: entry.subjectId,
        details: entry.details,
      })),
    };
  },
};

export const AUDIT_COMMANDS: Command[] = [list];

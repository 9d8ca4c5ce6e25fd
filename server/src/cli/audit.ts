import { Account } from '../access/account.entity.ts';
import { listAudit } from '../audit/audit-queries.ts';
import { sealAudit } from '../audit/seal-audit.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { DomainError } from '../errors.ts';
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

const verify: Command = {
  noun: 'audit',
  verb: 'verify',
  help: 'seals what is new and follows the chains; fails naming the first row that was tampered with',
  flags: { account: { value: 'ID', help: "only this account's chain" } },
  async run(ctx, flags) {
    const accountId = optionalText(flags, 'account');
    if (accountId !== undefined && (await ctx.em.count(Account, { id: accountId })) === 0) throw new DomainError('not_found');
    await sealAudit(ctx, { everything: true });
    const { firstBad, sealed, unsealed } = await verifyAudit(ctx, accountId === undefined ? {} : { accountId });
    if (firstBad) {
      const bad = { account_id: firstBad.accountId, seq: firstBad.seq, audit_id: firstBad.entryId };
      throw new DomainError('audit_tampered', { message: firstBad.message, details: { first_bad: bad } });
    }
    return { consistent: true, entries: sealed + unsealed, sealed, first_bad: null };
  },
};

export const AUDIT_COMMANDS: Command[] = [list, verify];

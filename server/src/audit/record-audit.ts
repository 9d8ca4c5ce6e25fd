import type { Actor, Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { AuditEntry } from './audit-entry.entity.ts';

export interface AuditInput {
  /** Null for what concerns the whole service. */
  accountId: string | null;
  /** `<noun>.<verb in the past>`. */
  action: string;
  subjectId: string;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

/** Records who did what, in the transaction of the change: the one never stands without the other. */
export async function recordAudit(ctx: Context, input: AuditInput): Promise<void> {
  assertTransaction(ctx);
  await ctx.em.insert(AuditEntry, {
    id: newId('aud'),
    accountId: input.accountId,
    actorKind: ctx.actor.kind,
    actorId: actorId(ctx.actor),
    action: input.action,
    subjectId: input.subjectId,
    details: input.details ?? {},
    createdAt: ctx.clock.now(),
  });
}

function actorId(actor: Actor): string | null {
  if (actor.kind === 'agent') return actor.grantId;
  return actor.kind === 'user' ? actor.userId : null;
}

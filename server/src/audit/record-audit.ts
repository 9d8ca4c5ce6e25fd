import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { insertOf } from '../db/insert-rows.ts';
import { assertTransaction, type EndWriter, writeAtEnd } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import { AuditEntry } from './audit.entities.ts';
import { entryMac } from './audit-chain.ts';

export interface AuditInput {
  /** Null for the whole service. */
  accountId: string | null;
  /** `<noun>.<verb in the past>`. */
  action: string;
  subjectId: string;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

/** Records who did what, atomically with the change. */
export async function recordAudit(ctx: Context, input: AuditInput): Promise<void> {
  assertTransaction(ctx);
  const entry = {
    id: newId('aud'),
    accountId: input.accountId,
    actorKind: ctx.actor.kind,
    actorId: actorId(ctx.actor),
    action: input.action,
    subjectId: input.subjectId,
    // As the table will return it, for instance without undefined members.
    details: JSON.parse(JSON.stringify({ ...input.details, ...clientOf(ctx.actor) })) as Record<string, unknown>,
    createdAt: ctx.clock.now(),
  };
  // Chained later, by sealAudit(): a lock on the chain here would serialise an account's requests.
  writeAtEnd(ctx, ENTRIES, { ...entry, mac: entryMac(ctx.sealer, entry) });
}

const ENTRIES: EndWriter<AuditEntry> = { statementFor: ({ em }, entries) => insertOf(em, AuditEntry, entries) };

/** A client is not a user: the log contains the address itself. */
function clientOf(actor: Actor): { client: string } | null {
  return actor.kind === 'client' ? { client: actor.email } : null;
}

function actorId(actor: Actor): string | null {
  if (actor.kind === 'agent') return actor.grantId;
  if (actor.kind === 'client') return actor.linkId;
  return actor.kind === 'user' ? actor.userId : null;
}

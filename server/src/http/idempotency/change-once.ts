import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { answerOnce, findStoredAnswer, type RequestKey, readKeyHeader } from './idempotency.ts';

const NOT_YET = '';

/**
 * Applies a change once per Idempotency-Key, for a transport that builds its response after the commit: the change
 * and its marker share a transaction, the response follows. If the process dies in between, the repeated request gets
 * a refusal that says so, and changes nothing a second time. Null without a key. Keys of agents only: a person's
 * session repeats nothing by itself. Throws `malformed_idempotency_key`.
 */
export function readChangeOnce({ headers }: FastifyRequest, actor: Actor, meaning: object) {
  const key = readKeyHeader(headers['idempotency-key']);
  if (key === null || actor.kind !== 'agent') return null;
  const fingerprint = createHash('sha256')
    .update(`graphql\n${canonicalize(meaning)}`)
    .digest('hex');
  return changeOnce({ grantId: actor.grantId, key, fingerprint });
}

function changeOnce(requestKey: RequestKey) {
  // A refusal of the second request, or of one that changed nothing, must not replace the first one's response.
  let hasChanged = false;
  return {
    async findAnswer(ctx: Context): Promise<string | null> {
      const stored = await inTransaction(ctx, (tx) => findStoredAnswer(tx, requestKey));
      if (stored?.body === NOT_YET) throw inFlight();
      return stored?.body ?? null;
    },
    async run<T>(ctx: Context, command: (tx: Context) => Promise<T>): Promise<T> {
      let result: T | undefined;
      const { isReplayed } = await answerOnce(ctx, requestKey, async (tx) => {
        result = await command(tx);
        return { status: 200, body: NOT_YET, isReplayed: false };
      });
      // Another request with the key has made the change; if this one's command had run, it was rolled back.
      if (isReplayed) throw inFlight();
      hasChanged = true;
      return result as T;
    },
    async keepAnswer(ctx: Context, answer: string): Promise<void> {
      if (!hasChanged) return;
      const { grantId, key, fingerprint } = requestKey;
      await inTransaction(ctx, (tx) =>
        query(
          tx.em,
          tables
            .updateTable('idempotency_keys')
            .set({ body: answer })
            .where('grant_id', '=', grantId)
            .where('key', '=', key)
            .where('fingerprint', '=', fingerprint)
            .where('body', '=', NOT_YET),
        ),
      );
    },
  };
}

function inFlight(): DomainError {
  return new DomainError('idempotency_in_flight', {
    message:
      'The first request with this idempotency key has no response yet. If that persists, the response was lost after the change was made: look for the result.',
    details: { retry_after_seconds: 1 },
  });
}

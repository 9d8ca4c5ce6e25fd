import { requireScope } from '../access/authorise.ts';
import { inReading } from '../db/transaction.ts';
import { answerOnce, findStoredAnswer, type RequestKey, type SerializedAnswer } from './idempotency.ts';
import type { AgentContext, Answer, MountedInput, MountedOperation } from './operation.ts';

/** Authorises and answers an operation that only reads. */
export async function performRead(ctx: AgentContext, operation: MountedOperation, input: MountedInput): Promise<Answer<unknown>> {
  if (operation.scope) requireScope(ctx, operation.scope);
  const prepared = await operation.prepare?.(ctx, input);
  return inReading(ctx, (reading) => operation.run(reading, input, prepared));
}

export interface WriteOptions {
  /** What a repeated request is recognised by; null where the caller named nothing. */
  requestKey: RequestKey | null;
  /** The body as it goes out, and as it is stored for a repeated request. */
  serialize(status: number, body: unknown): string;
}

/** Authorises an operation that writes, prepares it outside and runs it inside the one transaction, once for each request key. */
export async function performWrite(
  ctx: AgentContext,
  operation: MountedOperation,
  input: MountedInput,
  { requestKey, serialize }: WriteOptions,
): Promise<SerializedAnswer & { headers: Record<string, string> }> {
  if (operation.scope) requireScope(ctx, operation.scope);
  const before = operation.prepare && requestKey ? await findStoredAnswer(ctx, requestKey) : null;
  if (before) return { ...before, headers: {} };

  const prepared = await operation.prepare?.(ctx, input);
  let headers: Record<string, string> = {};
  const answer = await answerOnce(ctx, requestKey, async (tx) => {
    const { status, body, headers: own = {} } = await operation.run(tx, input, prepared);
    headers = own;
    return { status, body: serialize(status, body), isReplayed: false };
  });
  return { ...answer, headers };
}

import { requireScope } from '../../access/authorise.ts';
import { inReading } from '../../db/transaction.ts';
import { waitForNews } from '../../events/wait-for-news.ts';
import { answerOnce, findStoredAnswer, type RequestKey, type SerializedAnswer } from '../idempotency/idempotency.ts';
import type { AgentContext, Answer, MountedInput, MountedOperation } from './operation.ts';
import type { Waiting } from './waiting.ts';

/** Authorises and answers an operation that only reads. */
export async function performRead(
  ctx: AgentContext,
  operation: MountedOperation,
  input: MountedInput,
  { waiting, isKnown = () => true }: ReadOptions,
): Promise<Answer<unknown>> {
  if (operation.scope) requireScope(ctx, operation.scope);
  const { wait } = operation;
  const seconds = wait?.seconds(input) ?? 0;
  if (!wait || seconds === 0) return readOnce(ctx, operation, input);
  const { signal, leave } = waiting.enter(ctx.actor);
  let answer: Answer<unknown> | null = null;
  let hasWaited = true;
  await waitForNews(ctx.changes, {
    isNews: (news) => wait.isNews(news, ctx, input),
    async look() {
      answer = await readOnce(ctx, operation, input);
      hasWaited = wait.isWorthIt(answer.body) && isKnown(answer);
      return !hasWaited;
    },
    milliseconds: seconds * 1_000,
    signal,
  }).finally(leave);
  if (answer && !hasWaited) return answer;
  // The access may have ended while it waited.
  const actor = await ctx.renew();
  if (operation.scope) requireScope({ ...ctx, actor }, operation.scope);
  return readOnce(ctx, operation, input);
}

export interface ReadOptions {
  waiting: Waiting;
  /** Whether the caller has read this answer before; it waits for another one then. */
  isKnown?(answer: Answer<unknown>): boolean;
}

async function readOnce(ctx: AgentContext, operation: MountedOperation, input: MountedInput): Promise<Answer<unknown>> {
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

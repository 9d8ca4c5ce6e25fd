import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TObject } from 'typebox';
import { requireScope } from '../../access/authorise.ts';
import { inReading } from '../../db/transaction.ts';
import { DomainError, type ErrorCode } from '../../errors.ts';
import { waitForNews } from '../../events/watch-changes.ts';
import { inSpan } from '../../tracing.ts';
import { answerOnce, claimKey, findStoredAnswer, type RequestKey, type SerializedAnswer } from '../idempotency/idempotency.ts';
import { chargeMore } from '../limits/rate-limits.ts';
import { logServiceFault } from './log-service-fault.ts';
import type { AgentContext, Answer, Each, MountedInput, MountedOperation, Outcome } from './operation.ts';
import { toDomainError, toProblem } from './problem-details.ts';
import { toFieldErrors } from './validation-errors.ts';
import { compileValidator } from './validator.ts';
import type { Waiting } from './waiting.ts';

/** The weak ETag of a response: a hash of its body. */
export function etagOf(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The tags in `If-Match` or `If-None-Match` (RFC 9110, 8.8.3), or `*`; empty if any item is not a tag. */
export function readTags(header: string): '*' | string[] {
  if (header.trim() === '*') return '*';
  return /^[ \t,]*$/.test(header.replaceAll(TAG, '')) ? (header.match(TAG) ?? []) : [];
}

/** Whether `If-None-Match` (RFC 9110, 13.1.2) names the tag; weak and strong tags are equal here. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = readTags(header);
  const bare = (tag: string): string => tag.replace(/^W\//, '');
  return tags === '*' || tags.some((tag) => bare(tag) === bare(etag));
}

/** Authorizes and runs an operation that only reads. */
export async function performRead(
  ctx: AgentContext,
  operation: MountedOperation,
  input: MountedInput,
  options: ReadOptions,
): Promise<Answer<unknown>> {
  return inOperation(ctx, operation, () => read(ctx, operation, input, options));
}

/** An operation's part of the trace, by whichever transport it was called. */
function inOperation<T>({ actor }: AgentContext, { id }: MountedOperation, run: () => Promise<T>): Promise<T> {
  const attributes = { 'countersign.account.id': actor.accountId, 'countersign.agent.id': actor.agentId };
  return inSpan(id, { attributes }, run);
}

async function read(
  ctx: AgentContext,
  operation: MountedOperation,
  input: MountedInput,
  { waiting, isKnown = () => true }: ReadOptions,
): Promise<Answer<unknown>> {
  if (operation.scope) requireScope(ctx, operation.scope);
  const { wait } = operation;
  const seconds = wait?.seconds(input) ?? 0;
  if (!wait || seconds === 0) return isList(operation) ? readList(ctx, operation, input) : readOnce(ctx, operation, input);
  const { signal, leave } = waiting.enter(ctx.actor);
  return readOnceChanged(ctx, operation, input, { wait, seconds, signal, isKnown }).finally(leave);
}

/** News may arrive late, or be of something that the response does not show: after such news, the next is followed this much later. */
const PAUSE_MS = 250;

interface LongPoll {
  wait: NonNullable<MountedOperation['wait']>;
  seconds: number;
  signal: AbortSignal;
  isKnown(answer: Answer<unknown>): boolean;
}

/** A long poll: the response as soon as it differs from the first one or from the one that the caller has, at the latest after `seconds`. */
async function readOnceChanged(
  ctx: AgentContext,
  operation: MountedOperation,
  input: MountedInput,
  { wait, seconds, signal, isKnown }: LongPoll,
): Promise<Answer<unknown>> {
  const until = performance.now() + seconds * 1_000;
  let known: string | null = null;
  for (let pause = 0; ; pause = PAUSE_MS) {
    let fresh: Answer<unknown> | null = null;
    await waitForNews(ctx, {
      isNews: (news) => wait.isNews(news, ctx, input),
      async look() {
        const answer = await readOnce(ctx, operation, input);
        const body = JSON.stringify(answer.body);
        const isWaiting = wait.isWorthIt(answer.body) && isKnown(answer) && body === (known ?? body);
        known = body;
        fresh = isWaiting ? null : answer;
        return !isWaiting;
      },
      milliseconds: until - performance.now(),
      signal,
    });
    if (fresh) return fresh;
    // The access may have ended while the request waited.
    const actor = await ctx.renew();
    if (operation.scope) requireScope({ ...ctx, actor }, operation.scope);
    if (signal.aborted || performance.now() + pause >= until) return readOnce(ctx, operation, input);
    await sleep(pause);
  }
}

export interface ReadOptions {
  waiting: Waiting;
  /** Whether the caller has this response already; a long poll then waits for another one. */
  isKnown?(answer: Answer<unknown>): boolean;
}

async function readOnce(ctx: AgentContext, operation: MountedOperation, input: MountedInput): Promise<Answer<unknown>> {
  const prepared = await operation.prepare?.(ctx, input);
  return inReading(ctx, (reading) => operation.run(reading, input, prepared));
}

/** A list is continued by cursor. Long polling depends on fresh data, so it reads the primary. */
function isList({ query, wait }: MountedOperation): boolean {
  return wait === undefined && query !== undefined && 'cursor' in (query as TObject).properties;
}

/** Reads from the standby if there is one; falls back to the primary on failure. */
async function readList(ctx: AgentContext, operation: MountedOperation, input: MountedInput): Promise<Answer<unknown>> {
  const fork = await ctx.standby?.forksFor(ctx.actor);
  if (!fork) return readOnce(ctx, operation, input);
  try {
    return await readOnce({ ...ctx, em: fork() }, operation, input);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    ctx.standby?.turnFrom(error);
    return readOnce(ctx, operation, input);
  }
}

interface WriteOptions {
  /** Identifies a repeated request; null without an idempotency key. */
  requestKey: RequestKey | null;
  /** The body as it is sent, and as it is stored for repeated requests. */
  serialize(status: number, body: unknown): string;
  /** Traces the refusal of an entry for reasons of authorization. */
  trace?(refusal: DomainError): void;
}

type WrittenAnswer = SerializedAnswer & { headers: Record<string, string> };

/** Authorizes a write, prepares it outside and runs it inside the one transaction, once per request key. */
export async function performWrite(
  ctx: AgentContext,
  operation: MountedOperation,
  input: MountedInput,
  options: WriteOptions,
): Promise<WrittenAnswer> {
  return inOperation(ctx, operation, () => write(ctx, operation, input, options));
}

async function write(ctx: AgentContext, operation: MountedOperation, input: MountedInput, options: WriteOptions): Promise<WrittenAnswer> {
  if (operation.scope) requireScope(ctx, operation.scope);
  if (operation.each) return performEach(ctx, operation.each, input, options);
  const { requestKey, serialize } = options;
  if (operation.reads && !requestKey) {
    const { status, body, headers = {} } = await readOnce(ctx, operation, input);
    return { status, body: serialize(status, body), isReplayed: false, headers };
  }
  const findBefore = async () => (operation.prepare && requestKey ? findStoredAnswer(ctx, requestKey) : null);
  const before = await findBefore();
  if (before) return replayed(ctx, operation, before);

  const prepared = await operation.prepare?.(ctx, input).catch(async (error: unknown) => {
    // The same request at the same time may have used up what this one needs.
    if (!(await findBefore())) throw error;
  });
  let headers: Record<string, string> = {};
  const work = async (tx: AgentContext): Promise<SerializedAnswer> => {
    const { status, body, headers: own = {} } = await operation.run(tx, input, prepared);
    headers = { ...own, ...locationOf(ctx, operation, status, body) };
    return { status, body: serialize(status, body), isReplayed: false };
  };
  const answer = await answerOnce(ctx, requestKey, work);
  if (answer.isReplayed) return replayed(ctx, operation, answer);
  await operation.after?.(ctx, input);
  return { ...answer, headers };
}

/** Only the body is stored; the headers are derived from it. */
function replayed(ctx: AgentContext, operation: MountedOperation, answer: SerializedAnswer): WrittenAnswer {
  return { ...answer, headers: operation.location ? locationOf(ctx, operation, answer.status, JSON.parse(answer.body)) : {} };
}

function locationOf(ctx: AgentContext, { location }: MountedOperation, status: number, body: unknown): Record<string, string> {
  return location && status === 201 ? { location: location(ctx, body as never) } : {};
}

/**
 * Every entry is a separate request, in order: a refused one does not stop the others. Each has a key derived from
 * the batch's key and its position, so a repeat after a crash midway returns the finished ones again, and does the
 * rest.
 */
async function performEach(ctx: AgentContext, each: Each, input: MountedInput, options: WriteOptions): Promise<WrittenAnswer> {
  const entries = each.entries(ctx, input.body);
  await chargeMore(ctx, input.request, entries.length - 1);
  const { requestKey, serialize } = options;
  if (requestKey) await claimKey(ctx, requestKey);
  const outcomes: Outcome[] = [];
  let end: Outcome | null = null;
  for (const [place, entry] of entries.entries()) {
    const own = { ...options, requestKey: requestKey && { ...requestKey, key: `${requestKey.key} ${place}` } };
    const outcome: Outcome = end ?? (await performEntry(ctx, each, entry, own, input));
    outcomes.push(outcome);
    if ('problem' in outcome && ENDS.has(outcome.problem.code)) end = outcome;
  }
  return { status: 200, body: serialize(200, each.answer(input.body, outcomes)), isReplayed: false, headers: {} };
}

/** Refusals that also apply to the remaining entries: the service is unavailable, or the key is no longer valid. */
const ENDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'service_busy',
  'database_unavailable',
  'storage_full',
  'key_unknown',
  'key_expired',
  'key_revoked',
  'account_not_approved',
  'grant_paused',
]);

async function performEntry(
  ctx: AgentContext,
  { operation }: Each,
  entry: unknown,
  options: WriteOptions,
  { request }: MountedInput,
): Promise<Outcome> {
  try {
    // The access may have ended since the previous entry.
    const actor = await ctx.renew();
    const body = requireFit(operation, entry);
    const serialize = (_status: number, answer: unknown) => JSON.stringify(answer);
    const { status, body: answer } = await performWrite(
      { ...ctx, actor },
      operation,
      { params: {}, query: {}, body, request },
      { ...options, serialize },
    );
    return { status, answer: JSON.parse(answer) as Record<string, unknown> };
  } catch (error) {
    const refusal = toDomainError(error);
    logServiceFault(ctx, refusal, error, ctx.log);
    options.trace?.(refusal);
    return { status: refusal.status, problem: toProblem(refusal, ctx.config.publicUrl, ctx.requestId) };
  }
}

const fits = new WeakMap<MountedOperation, ReturnType<typeof compileValidator>>();

function requireFit(operation: MountedOperation, entry: unknown): unknown {
  const validate =
    fits.get(operation) ?? compileValidator({ schema: operation.body ?? {}, method: 'POST', url: operation.id, httpPart: 'body' });
  fits.set(operation, validate);
  if (validate(entry)) return entry;
  throw new DomainError('validation_failed', { fields: toFieldErrors((validate as { errors?: [] }).errors ?? []) });
}

import { createSourceEventStream, type ExecutionArgs, execute, type FormattedExecutionResult, type GraphQLFormattedError } from 'graphql';
import type { GraphqlContext } from '../graphql-context.ts';
import { subjectOf } from './stream-limit.ts';

/** How long a stream may be silent: proxies close idle connections. */
const BEAT_MS = 15_000;

export interface StreamedOperation {
  args: Omit<ExecutionArgs, 'contextValue'>;
  /** The context of the first request. */
  context: GraphqlContext;
  /** A new context, with the caller's current permissions. Throws if the credential is no longer valid. */
  renew(): Promise<GraphqlContext>;
  format(error: unknown): GraphQLFormattedError;
  /** Aborted when the reader disconnects or the server closes. */
  signal: AbortSignal;
}

/**
 * A subscription as lines of `text/event-stream`, in the protocol of graphql-sse (distinct connections): `next` with
 * each result, finally `complete`. Before each message, and at every heartbeat, the credential and the access to what
 * is watched are checked again.
 */
export async function* streamOperation(operation: StreamedOperation): AsyncGenerator<string> {
  const { args, context, format, signal } = operation;
  const source = await createSourceEventStream({ ...args, contextValue: context });
  if (!(Symbol.asyncIterator in source)) {
    yield* ending({ errors: (source.errors ?? []).map(format) });
    return;
  }
  const events = source[Symbol.asyncIterator]();
  const beats = await createBeats(context, signal);
  try {
    // The first line is sent at once: from then on the reader misses nothing.
    yield ':\n\n';
    let next = events.next();
    while (!signal.aborted) {
      const event = await Promise.race([next, beats.next()]);
      if (signal.aborted) return;
      const fresh = await standing(operation).catch((error: unknown) => error as Error);
      if (fresh instanceof Error) {
        yield* ending({ errors: [format(fresh)] });
        return;
      }
      if (event === 'beat') {
        yield ':\n\n';
      } else if (event.done) {
        break;
      } else {
        const { data, errors } = await execute({ ...args, rootValue: event.value, contextValue: fresh });
        yield line('next', { ...(data && { data }), ...(errors && { errors: errors.map(format) }) }, idOf(event.value));
        next = events.next();
      }
    }
    yield line('complete');
  } finally {
    beats.stop();
    await events.return?.();
  }
}

/** Throws if the stream's caller could not open it now. */
async function standing({ context, renew }: StreamedOperation): Promise<GraphqlContext> {
  const fresh = await renew();
  for (const check of context.standing) await check(fresh);
  return fresh;
}

/** Fires every 15 seconds, at once when a permission of this caller may have ended, and at the end. */
async function createBeats({ changes, actor }: GraphqlContext, signal: AbortSignal) {
  let ring: () => void = () => undefined;
  let isRung = false;
  const now = (): void => {
    isRung = true;
    ring();
  };
  const timer = setInterval(now, BEAT_MS).unref();
  signal.addEventListener('abort', now);
  const leave = await changes.listen((news) => {
    if (news.type === 'access' && (news.subjectId === null || news.subjectId === subjectOf(actor))) now();
  });
  return {
    async next(): Promise<'beat'> {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          ring = resolve;
        });
      }
      isRung = false;
      return 'beat';
    },
    stop(): void {
      clearInterval(timer);
      leave();
    },
  };
}

/** The last result of a stream, and its end. */
export function* ending(result: FormattedExecutionResult): Generator<string> {
  yield line('next', result);
  yield line('complete');
}

function line(event: 'next' | 'complete', result?: FormattedExecutionResult, id: number | null = null): string {
  return `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata:${result ? ` ${JSON.stringify(result)}` : ''}\n\n`;
}

/** The sequence number to continue from, if the message has one. */
function idOf(told: unknown): number | null {
  return typeof told === 'object' && told !== null && 'sequence' in told ? Number(told.sequence) : null;
}

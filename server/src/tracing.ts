/**
 * Spans of OpenTelemetry for the code that makes them. Without a collector nothing is loaded and nothing is recorded
 * (open-telemetry.ts). Spans hold names, ids and codes: never content, addresses of people, paths or messages of errors.
 */
export type SpanAttributes = Record<string, string | number | null | undefined>;

export interface Span {
  set(attributes: SpanAttributes): void;
}

export interface SpanOptions {
  kind?: 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /**
   * The `traceparent` (W3C Trace Context) of what caused it, null where none is known. Left out: a part of the current span, and no
   * span outside of one.
   */
  parent?: string | null;
}

/** A span that its maker ends. */
export interface OpenSpan extends Span {
  /** Runs `work` as a part of the span. */
  within<T>(work: () => T): T;
  fail(error: unknown): void;
  end(): void;
}

export interface Tracer {
  begin(name: string, options: SpanOptions): OpenSpan;
  /** The current span's `traceparent`; null outside of one. */
  current(): string | null;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let tracer: Tracer | null = null;

/** From now on spans are recorded; null: no longer. */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

const SILENT: Span = { set() {} };

/** Runs `work` in a span. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  if (!tracer || (options.parent === undefined && tracer.current() === null)) return work(SILENT);
  const span = tracer.begin(name, options);
  try {
    return await span.within(() => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** A span that does not begin and end in one function; null while none are recorded. */
export const beginSpan = (name: string, options: SpanOptions): OpenSpan | null => tracer?.begin(name, options) ?? null;

/** What work on a queue carries, so its span continues this trace. */
export const currentTrace = (): { traceparent?: string } => {
  const traceparent = tracer?.current();
  return traceparent ? { traceparent } : {};
};

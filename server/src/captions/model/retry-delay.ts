import { readRetryAfter } from '../../outbound/fetch-bounded.ts';

const DEFAULT_MS = 500;
const BUSY = [408, 429, 500, 502, 503, 504, 529];

interface CallError {
  statusCode?: number;
  responseHeaders?: Record<string, string>;
}

/** How long to wait before a failed call may be repeated; null if it would fail again. */
export function retryDelayOf(error: unknown): number | null {
  const { statusCode } = error as CallError;
  return statusCode !== undefined && BUSY.includes(statusCode) ? (retryAfterOf(error) ?? DEFAULT_MS) : null;
}

/** The delay requested with `Retry-After`, in milliseconds; null without one. */
export function retryAfterOf(error: unknown): number | null {
  const seconds = readRetryAfter((error as CallError).responseHeaders?.['retry-after'], new Date());
  return seconds === null ? null : seconds * 1000;
}

/** Whether the error concerns the whole service, not just this request. */
export function isOfService(error: unknown): boolean {
  const { statusCode } = error as CallError;
  return statusCode === undefined || ![400, 413, 422].includes(statusCode);
}

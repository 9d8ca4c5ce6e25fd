import { texts } from '../texts.ts';

/** The server's code for a missing session. */
export const SIGNED_OUT = 'unauthenticated';

/** A fault in one field, named by an RFC 6901 pointer into the request. */
export interface FieldFault {
  pointer: string;
  message: string;
}

interface Facts {
  code: string;
  message: string;
  remedy: string;
  status: number;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  fields?: FieldFault[];
}

/** The server's error, or `unreachable` without a response. */
export class ApiError extends Error {
  /** From the server's table of errors, or `unreachable`. */
  readonly code: string;
  /** What to do next, as a sentence. */
  readonly remedy: string;
  /** 0 without a response. */
  readonly status: number;
  readonly requestId: string | null;
  /** How long to wait where there were too many tries. */
  readonly retryAfterSeconds: number | null;
  readonly fields: FieldFault[];

  constructor({ code, message, remedy, status, requestId = null, retryAfterSeconds = null, fields = [] }: Facts) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.remedy = remedy;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
  }

  /** The person must sign in first. */
  get needsSignIn(): boolean {
    return this.code === SIGNED_OUT;
  }

  /** A retry without changes may succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 503;
  }
}

/** Codes whose remedy is for programs; people see the message, and the screen. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(['invalid_state', 'validation_failed', 'stale_revision', 'rate_limited']);

/** Codes whose remedy names fields of an answer; a person only needs to try again. */
const FOR_A_MOMENT: ReadonlySet<string> = new Set(['service_busy', 'database_unavailable', 'storage_full']);

/** The message and the remedy for a person. */
export function sentence({ code, message, remedy }: Pick<ApiError, 'code' | 'message' | 'remedy'>): string {
  if (FOR_A_MOMENT.has(code)) return `${message} ${texts.busy.remedy}`;
  return FOR_PROGRAMS.has(code) ? message : `${message} ${remedy}`;
}

/** Anything thrown, as an error with a code and a remedy. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError({ code: 'console_fault', message, ...texts.fault, status: 0 });
}

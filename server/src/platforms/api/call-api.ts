import type { Json } from '../platform.ts';

/** One request to a platform's HTTP interface. */
export interface ApiCall {
  /** POST where there is a body, else GET. */
  method?: 'GET' | 'POST' | 'PUT';
  url: string | URL;
  headers?: Record<string, string>;
  json?: Json;
  form?: Record<string, string>;
  /** A form with files in it (RFC 7578). */
  parts?: readonly Part[];
  /** A file as the whole body. */
  file?: { bytes: Buffer; mimeType: string };
  /** Whether a success may come without JSON. */
  mayBeEmpty?: boolean;
}

/** One field of a form, or one file. */
export type Part = { name: string; value: string } | { name: string; bytes: Buffer; mimeType: string; fileName: string };

export interface ApiAnswer {
  kind: 'answer';
  status: number;
  headers: Headers;
  /** Null where the answer is no JSON: a page of something in between, which may not know what became of the request. */
  body: Json;
  isJson: boolean;
}

export type ApiResult =
  | ApiAnswer
  /** No connection came about: nothing can have arrived. */
  | { kind: 'unsent'; reason: string }
  /** It may have arrived; there is no answer that could be read. */
  | { kind: 'lost'; reason: string };

const REQUEST_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 45_000;
const LARGEST_ANSWER_BYTES = 1_048_576;

/** Faults of name look-up, TCP connect and TLS: all of them before the first byte of a request. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/**
 * One request, exactly one: it is never repeated, follows no redirect (which could carry a secret
 * elsewhere) and neither waits nor reads for ever. Never throws.
 */
export async function callApi(call: ApiCall, signal: AbortSignal): Promise<ApiResult> {
  const hasFiles = call.parts !== undefined || call.file !== undefined;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(hasFiles ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS)]);
  try {
    const response = await fetch(call.url, { ...bodyOf(call), redirect: 'manual', signal: limit });
    const text = await readText(response);
    return { kind: 'answer', status: response.status, headers: response.headers, ...parse(text) };
  } catch (error) {
    return { kind: isBeforeSending(error) ? 'unsent' : 'lost', reason: reasonOf(error, limit) };
  }
}

function bodyOf({ method, headers = {}, json, form, parts, file }: ApiCall): RequestInit {
  if (json !== undefined) {
    return { method: method ?? 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(json) };
  }
  if (form !== undefined) return { method: method ?? 'POST', headers, body: new URLSearchParams(form) };
  if (parts !== undefined) return { method: method ?? 'POST', headers, body: formDataOf(parts) };
  if (file !== undefined) {
    return { method: method ?? 'POST', headers: { 'content-type': file.mimeType, ...headers }, body: new Uint8Array(file.bytes) };
  }
  return { method: method ?? 'GET', headers };
}

function formDataOf(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const part of parts) {
    if ('value' in part) form.append(part.name, part.value);
    else form.append(part.name, new Blob([new Uint8Array(part.bytes)], { type: part.mimeType }), part.fileName);
  }
  return form;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the rest of the answer.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER_BYTES) throw new Error('the answer is larger than 1 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): { body: Json; isJson: boolean } {
  try {
    return { body: JSON.parse(text) as Json, isJson: true };
  } catch {
    return { body: null, isJson: false };
  }
}

function isBeforeSending(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  // Where a name has several addresses, every one of them was tried.
  const causes: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return causes.length > 0 && causes.every((each) => BEFORE_SENDING.has(codeOf(each)));
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** In a few words, and never with the address: some platforms carry their token in it. */
function reasonOf(error: unknown, limit: AbortSignal): string {
  if (limit.aborted) return 'it took too long';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return codeOf(cause) || (cause instanceof Error ? cause.message : 'no answer');
}

import type { OutboundRequest } from '../../outbound/fetch-bounded.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type FaultKind, OutboundFault } from '../../outbound/outbound-fault.ts';
import type { Json } from '../platform.ts';

/** One request to a platform's HTTP interface. */
export interface ApiCall {
  /** POST with a body, GET without. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string | URL;
  headers?: Record<string, string>;
  json?: Json;
  form?: Record<string, string>;
  /** A form with files in it (RFC 7578). */
  parts?: readonly Part[];
  /** A file as the whole body. */
  file?: { bytes: Buffer; mimeType: string };
  /** The JSON contains files, so the request may take as long as an upload. */
  carriesFiles?: true;
  /** Whether a success may come without JSON. */
  mayBeEmpty?: boolean;
  /** Statuses other than 2xx that are a success, for instance 308 of an upload that continues. */
  alsoSucceeds?: readonly number[];
}

/** One field of a form, or one file. */
export type Part = { name: string; value: string } | { name: string; bytes: Buffer; mimeType: string; fileName: string };

export interface ApiAnswer {
  kind: 'answer';
  status: number;
  headers: Headers;
  /** Null if the response is not JSON: from a proxy, which may not know the outcome of the request. */
  body: Json;
  isJson: boolean;
}

export type ApiResult = ApiAnswer | { kind: FaultKind; fault: OutboundFault };

const REQUEST_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 45_000;
/** For large files in addition: two megabits a second. */
const UPLOAD_BYTES_PER_MS = 250;
const LARGEST_ANSWER_BYTES = 1_048_576;

/**
 * One request, exactly one: it is never repeated, follows no redirect (which could carry a secret elsewhere) and
 * neither waits nor reads forever. Whatever becomes of it is the result.
 */
export async function callApi(outbound: Outbound, call: ApiCall, signal: AbortSignal): Promise<ApiResult> {
  const hasFiles = call.parts !== undefined || call.file !== undefined || call.carriesFiles;
  const bounds = {
    timeoutMs: hasFiles ? UPLOAD_TIMEOUT_MS + Math.ceil(bytesOf(call) / UPLOAD_BYTES_PER_MS) : REQUEST_TIMEOUT_MS,
    mostBytes: LARGEST_ANSWER_BYTES,
    signal,
  };
  try {
    const { status, headers, bytes } = await outbound.fetch(call.url, { ...requestOf(call), ...bounds });
    return { kind: 'answer', status, headers, ...parse(bytes.toString('utf8')) };
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error;
    return { kind: error.kind, fault: error };
  }
}

function bytesOf({ parts = [], file }: ApiCall): number {
  return parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), file?.bytes.length ?? 0);
}

function requestOf({ method, headers = {}, json, form, parts, file }: ApiCall): Pick<OutboundRequest, 'method' | 'headers' | 'body'> {
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

function parse(text: string): { body: Json; isJson: boolean } {
  try {
    return { body: JSON.parse(text) as Json, isJson: true };
  } catch {
    return { body: null, isJson: false };
  }
}

import { randomUUID } from 'node:crypto';
import type { OutboundRequest } from '../../outbound/fetch-bounded.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { type FaultKind, OutboundFault } from '../../outbound/outbound-fault.ts';
import type { Json } from '../platform.ts';

/** One request to a platform's HTTP interface. */
export interface ApiCall {
  /** POST with a body, GET without. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string | URL;
  headers?: Record<string, string>;
  json?: Json;
  form?: Record<string, string>;
  /** A form with files in it (RFC 7578). */
  parts?: readonly Part[];
  /** A file as the whole body. */
  file?: FileContent & { mimeType: string };
  /** Whether a success may come without JSON. */
  mayBeEmpty?: boolean;
  /** Statuses other than 2xx that are a success, for instance 308 of an upload that continues. */
  alsoSucceeds?: readonly number[];
}

/** The bytes of a file, or a large one that is read while it is sent and never in memory as a whole. */
export type FileContent = { bytes: Buffer } | { stream: StreamedFile };

export interface StreamedFile {
  byteSize: number;
  /** Reads it from the beginning. */
  read(): AsyncIterable<Uint8Array>;
}

/** One field of a form, with a type where the platform wants one, or one file. */
export type Part =
  | { name: string; value: string; mimeType?: string }
  | (FileContent & { name: string; mimeType: string; fileName: string });

export interface ApiAnswer {
  kind: 'answer';
  status: number;
  headers: Headers;
  /** Null if the response is not JSON: from a proxy, which may not know the outcome of the request. */
  body: Json;
  isJson: boolean;
}

export type ApiResult = ApiAnswer | { kind: FaultKind; fault: OutboundFault };

/**
 * A request is given up after this long without progress. Patient, since a post whose response is not awaited may be
 * published all the same, and what became of it must be looked up.
 */
export const SILENCE_MS = 60_000;
export const LARGEST_ANSWER_BYTES = 1_048_576;

/**
 * One request, exactly one: it is never repeated, follows no redirect (which could carry a secret elsewhere) and
 * neither waits nor reads forever. Whatever becomes of it is the result.
 */
export async function callApi(
  outbound: Outbound,
  call: ApiCall,
  watch: Pick<OutboundRequest, 'signal' | 'onProgress'>,
): Promise<ApiResult> {
  const bounds = { timeoutMs: SILENCE_MS, mostBytes: LARGEST_ANSWER_BYTES, ...watch };
  try {
    const { status, headers, bytes } = await outbound.fetch(call.url, { ...requestOf(call), ...bounds });
    return { kind: 'answer', status, headers, ...parse(bytes.toString('utf8')) };
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error;
    return { kind: error.kind, fault: error };
  }
}

const sizeOf = (file: FileContent): number => ('bytes' in file ? file.bytes.length : file.stream.byteSize);

function requestOf({
  method,
  headers = {},
  json,
  form,
  parts,
  file,
}: ApiCall): Pick<OutboundRequest, 'method' | 'headers' | 'body' | 'stream'> {
  if (json !== undefined) {
    return { method: method ?? 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(json) };
  }
  if (form !== undefined) return { method: method ?? 'POST', headers, body: new URLSearchParams(form) };
  if (parts !== undefined) {
    // FormData makes a file of a field that has a type.
    const whole = parts.filter((part): part is WholePart => !('stream' in part) && !('value' in part && part.mimeType));
    if (whole.length === parts.length) return { method: method ?? 'POST', headers, body: formDataOf(whole) };
    const { type, stream } = streamedForm(parts);
    return { method: method ?? 'POST', headers: { ...headers, 'content-type': type }, stream };
  }
  if (file !== undefined) {
    const typed = { method: method ?? 'POST', headers: { 'content-type': file.mimeType, ...headers } };
    return 'bytes' in file ? { ...typed, body: new Uint8Array(file.bytes) } : { ...typed, stream: file.stream };
  }
  return { method: method ?? 'GET', headers };
}

type WholePart = Exclude<Part, { stream: StreamedFile }>;

function formDataOf(parts: readonly WholePart[]): FormData {
  const form = new FormData();
  for (const part of parts) {
    if ('value' in part) form.append(part.name, part.value);
    else form.append(part.name, new Blob([new Uint8Array(part.bytes)], { type: part.mimeType }), part.fileName);
  }
  return form;
}

/** RFC 7578, in the order of the parts. Names and file names are this service's own, without quotes or line breaks. */
function streamedForm(parts: readonly Part[]): { type: string; stream: StreamedFile } {
  const boundary = `countersign-${randomUUID()}`;
  const headOf = (part: Part): Buffer => {
    const about = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"`;
    return Buffer.from(
      `${about}${'value' in part ? '' : `; filename="${part.fileName}"`}${part.mimeType ? `\r\ncontent-type: ${part.mimeType}` : ''}\r\n\r\n`,
    );
  };
  const end = Buffer.from(`--${boundary}--\r\n`);
  const lineBreak = Buffer.from('\r\n');
  const sizes = parts.map(
    (part) => headOf(part).length + ('value' in part ? Buffer.byteLength(part.value) : sizeOf(part)) + lineBreak.length,
  );
  async function* read(): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      yield headOf(part);
      if ('value' in part) yield Buffer.from(part.value);
      else if ('bytes' in part) yield part.bytes;
      else yield* part.stream.read();
      yield lineBreak;
    }
    yield end;
  }
  const byteSize = sizes.reduce((sum, size) => sum + size, end.length);
  return { type: `multipart/form-data; boundary=${boundary}`, stream: { byteSize, read } };
}

/** As many digits as a number that JavaScript rounds has at least. */
const HAS_LONG_NUMBER = /\d{16}/;

/** A whole number beyond 2^53 stays as its text: some networks write ids so. For JSON.parse. */
function asWritten(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '');
  return isRounded ? context?.source : value;
}

function parse(text: string): { body: Json; isJson: boolean } {
  try {
    return { body: JSON.parse(text, HAS_LONG_NUMBER.test(text) ? asWritten : undefined) as Json, isJson: true };
  } catch {
    return { body: null, isJson: false };
  }
}

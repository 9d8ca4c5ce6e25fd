import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Json } from '../platform.ts';

/** A request as it arrived. */
export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** Parsed JSON, the fields of a form, or null. */
  body: Json;
  /** The files of a form, or the one that is the whole body. */
  files: SeenFile[];
  /** The types of a form's fields, of those that have one. */
  fieldTypes: Record<string, string>;
}

export interface SeenFile {
  /** The field's name; empty if the file is the whole body. */
  name: string;
  fileName: string;
  mimeType: string;
  /** Of the received bytes, in hex. */
  sha256: string;
  byteSize: number;
  bytes: Buffer;
}

export async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const { method = 'GET', headers } = incoming;
  const bytes = Buffer.concat(chunks);
  return {
    method,
    path: pathname,
    query: searchParams,
    headers,
    ...(await parseBody(headers['content-type'] ?? '', bytes)),
    fieldTypes: Object.fromEntries(
      [...bytes.toString('latin1').matchAll(/ name="([^"]+)"\r\ncontent-type: ([^\r]+)/gi)].map(([, name, type]) => [name, type]),
    ),
  };
}

async function parseBody(type: string, bytes: Buffer): Promise<Pick<SeenRequest, 'body' | 'files'>> {
  if (bytes.length === 0) return { body: null, files: [] };
  if (type.startsWith('multipart/form-data'))
    return parseForm(await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData());
  if (/^(image\/|video\/|application\/(octet-stream|pdf))/.test(type)) return { body: null, files: [seenFile('', '', type, bytes)] };
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { body: Object.fromEntries(new URLSearchParams(bytes.toString())), files: [] };
  }
  return { body: JSON.parse(bytes.toString()) as Json, files: [] };
}

async function parseForm(form: FormData): Promise<Pick<SeenRequest, 'body' | 'files'>> {
  const body: Record<string, string> = {};
  const files: SeenFile[] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') body[name] = value;
    else files.push(seenFile(name, value.name, value.type, Buffer.from(await value.arrayBuffer())));
  }
  return { body, files };
}

function seenFile(name: string, fileName: string, mimeType: string, bytes: Buffer): SeenFile {
  return { name, fileName, mimeType, sha256: createHash('sha256').update(bytes).digest('hex'), byteSize: bytes.length, bytes };
}

/** Puts the parts of a video together, as a server does. */
export class SeenParts {
  readonly #parts: Buffer[] = [];

  /** Behind the others, or in the place of the same part. */
  add(bytes: Buffer, index = this.#parts.length): void {
    this.#parts[index] = bytes;
  }

  get byteSize(): number {
    return this.#parts.reduce((sum, { length }) => sum + length, 0);
  }

  get sha256(): string {
    return createHash('sha256').update(Buffer.concat(this.#parts)).digest('hex');
  }
}

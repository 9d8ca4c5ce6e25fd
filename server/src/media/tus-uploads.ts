import { randomUUID } from 'node:crypto';
import { chmodSync, createWriteStream, mkdirSync } from 'node:fs';
import { readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileConfigstore, FileStore } from '@tus/file-store';
import { ERRORS as FAULTS, Server, type Upload } from '@tus/server';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';
import { unlessMissing } from './disk-store.ts';

/** The path where uploads are created, and the prefix of their addresses. */
const UPLOADS_PATH = '/api/v1/media/uploads';
/** An upload is deleted after this time. */
const LIFETIME_MS = DAY_MS;
/** Per workspace. */
const MOST_UPLOADS = 20;
const SEPARATOR = '.';
/** The end of the name of the store's file about an upload. */
const ABOUT = '.json';

type UploadsConfig = Pick<Config, 'dataDir' | 'uploadBytes'>;

/** The version of tus (tus.io/protocols/resumable-upload), in every response. */
export const TUS_VERSION = '1.0.0';

/** Resumable uploads by tus 1.0, in the data folder. The caller has checked permissions. */
interface Uploads {
  /** The response to a request that creates an upload of a workspace. */
  begin(workspaceId: string, request: IncomingMessage): Promise<Response>;
  /** The response to every other one, about this upload, whatever its URL. */
  handle(uploadId: string, request: IncomingMessage): Promise<Response>;
}

/** Every refusal is a DomainError. */
export function createUploads(config: UploadsConfig): Uploads {
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    datastore: storeOf(config),
    maxSize: config.uploadBytes,
    namingFunction: ({ url }) => `${new URL(url).searchParams.get('workspace')}${SEPARATOR}${randomUUID()}`,
    onResponseError: (_request, fault) => {
      throw refusalOf(config, fault);
    },
  });
  const respond = async (path: string, request: IncomingMessage): Promise<Response> => {
    const { method = '', headers } = request;
    const body = method === 'POST' || method === 'PATCH' ? bodyOf(request) : null;
    const sent = { method, headers: headersOf(headers), body: body && Readable.toWeb(body), duplex: 'half' } as const;
    // Only the path and the query here tell the library which upload or workspace is meant.
    const response = await server.handleWeb(new Request(new URL(path, 'http://uploads'), sent)).finally(() => body && request.unpipe(body));
    if (response.status >= 400) throw headerRefused(response.status, await response.text());
    return response;
  };
  return {
    begin: (workspaceId, request) => respond(`${UPLOADS_PATH}?workspace=${workspaceId}`, request),
    handle: (uploadId, request) => respond(`${UPLOADS_PATH}/${uploadId}`, request),
  };
}

/** The body of a request. When the connection is lost it ends, so what has arrived is kept. */
function bodyOf(request: IncomingMessage): PassThrough {
  const body = new PassThrough();
  request.on('error', () => body.end()).pipe(body);
  return body;
}

/** The protocol’s own. */
function headersOf(headers: IncomingMessage['headers']): [string, string][] {
  const isOurs = (name: string) => /^(?:tus|upload)-|^content-(?:type|length)$/.test(name);
  return Object.entries(headers).flatMap(([name, value]) => (isOurs(name) && value !== undefined ? [[name, String(value)]] : []));
}

const BY_PROTOCOL = 'Send the headers of tus 1.0 (https://tus.io/protocols/resumable-upload), or use a client such as tus-js-client.';
const BY_HEAD = 'Read Upload-Offset with HEAD, and continue from there.';
const refused = (message: string, remedy: string) => new DomainError('bad_user_input', { message, remedy });

/** What the library refuses because of a header, before it looks at the upload: "Invalid upload-length". */
function headerRefused(status: number, text: string): DomainError {
  if (status === 412 || text.includes('tus-resumable'))
    return new DomainError('tus_version_unsupported', { message: `Tus-Resumable must be ${TUS_VERSION}.` });
  return refused(`The header ${text.replace(/^Invalid /, '').trim()} is invalid.`, BY_PROTOCOL);
}

/** The library's own faults as refusals; anything else is a failure of ours. */
function refusalOf({ uploadBytes }: UploadsConfig, fault: unknown): unknown {
  switch (fault) {
    case FAULTS.FILE_NOT_FOUND:
    case FAULTS.FILE_NO_LONGER_EXISTS:
      return noUpload();
    case FAULTS.INVALID_OFFSET:
      return new DomainError('invalid_state', { message: 'Upload-Offset is not the number of bytes that have arrived.', remedy: BY_HEAD });
    case FAULTS.ABORTED:
      return new DomainError('invalid_state', { message: 'Another request for this upload has replaced this one.', remedy: BY_HEAD });
    case FAULTS.ERR_LOCK_TIMEOUT:
      return new DomainError('service_busy', { details: { retry_after_seconds: 5 } });
    case FAULTS.ERR_MAX_SIZE_EXCEEDED:
      return new DomainError('payload_too_large', {
        message: say`An upload has at most ${uploadBytes / 1_000_000} megabytes.`,
        remedy: say`Make it smaller.`,
      });
    case FAULTS.ERR_SIZE_EXCEEDED:
      return new DomainError('payload_too_large', {
        message: 'The part is longer than the rest of the upload.',
        remedy: 'Send at most Upload-Length minus Upload-Offset bytes.',
      });
    case FAULTS.INVALID_LENGTH:
      return refused('Upload-Length is missing.', 'Send the size of the file in bytes as Upload-Length.');
    case FAULTS.MISSING_OFFSET:
      return refused('Upload-Offset is missing.', BY_HEAD);
    case FAULTS.UNSUPPORTED_CONCATENATION_EXTENSION:
      return refused('Upload-Concat is not supported.', 'Send the file as one upload, one part after the other.');
    default:
      return fault;
  }
}

/** Refuses another upload if a workspace has too many that were not used. */
export async function requireUploadQuota(config: UploadsConfig, workspaceId: string): Promise<void> {
  const own = (await uploadsIn(config)).filter((id) => workspaceOfUpload(id) === workspaceId);
  if (own.length < MOST_UPLOADS) return;
  throw new DomainError('invalid_state', {
    message: say`There are ${own.length} uploads that were not used yet.`,
    remedy: say`Finish or cancel them. Uploads that are not used are deleted after 24 hours.`,
  });
}

/** Deletes an upload, for instance once it has become media. Without effect if it is gone. */
export async function removeUpload(config: UploadsConfig, uploadId: string): Promise<void> {
  const path = join(folderOf(config), uploadId);
  await rm(path, { force: true });
  await rm(path + ABOUT, { force: true });
}

/**
 * Scheduled task: deletes the uploads on this machine's disk that were begun more than 24 hours ago. Safe in many processes at
 * once; the store's own stops at the first file that another process has deleted.
 */
export async function removeExpiredUploads({ config, clock }: { config: UploadsConfig; clock: Clock }): Promise<void> {
  const before = clock.now().getTime() - LIFETIME_MS;
  for (const id of await uploadsIn(config)) {
    const path = join(folderOf(config), id);
    const begun = (await unlessMissing(stat(path + ABOUT))) ?? (await unlessMissing(stat(path)));
    if (begun && begun.mtimeMs < before) await removeUpload(config, id);
  }
}

/** The ids of all uploads. Each has a file of its bytes, and one about it that is written when it begins. */
async function uploadsIn(config: UploadsConfig): Promise<string[]> {
  const names = (await unlessMissing(readdir(folderOf(config)))) ?? [];
  return [...new Set(names.map((name) => (name.endsWith(ABOUT) ? name.slice(0, -ABOUT.length) : name)))];
}

/** The workspace that an upload is for, by the upload's id. */
export const workspaceOfUpload = (uploadId: string): string => uploadId.split(SEPARATOR, 1)[0] ?? '';

/** The path of a complete upload of a workspace. Throws `not_found`, or `invalid_state` if it is not complete. */
export async function findUpload(config: UploadsConfig, workspaceId: string, uploadId: string): Promise<string> {
  requireUploadOf(workspaceId, uploadId);
  const upload = await storeOf(config)
    .getUpload(uploadId)
    .catch((fault: unknown) => {
      throw refusalOf(config, fault);
    });
  if (upload.offset !== upload.size) {
    throw new DomainError('invalid_state', {
      message: say`The upload is not complete yet.`,
      remedy: say`Send the rest with PATCH from its Upload-Offset, then repeat the request.`,
    });
  }
  return join(folderOf(config), uploadId);
}

/** Whether this may be an upload of the workspace. Throws `not_found`. */
export function requireUploadOf(workspaceId: string, uploadId: string): void {
  if (!/^[\w-]+\.[0-9a-f-]{36}$/.test(uploadId) || workspaceOfUpload(uploadId) !== workspaceId) throw noUpload();
}

const noUpload = () => new DomainError('not_found', { message: say`There is no such upload; an upload is kept for 24 hours.` });

const folderOf = ({ dataDir }: UploadsConfig): string => join(dataDir, 'uploads');

/** The library's store takes every failure to read or delete a file for an upload that does not exist, and hides those to write. */
class UploadStore extends FileStore {
  override async write(part: Readable, uploadId: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, uploadId), { flags: 'r+', start: offset });
    await pipeline(part, file);
    return offset + file.bytesWritten;
  }

  override async remove(uploadId: string): Promise<void> {
    if ((await unlessMissing(unlink(join(this.directory, uploadId)))) === null) throw FAULTS.FILE_NOT_FOUND;
    await this.configstore.delete(uploadId);
  }
}

class AboutStore extends FileConfigstore {
  override async get(uploadId: string): Promise<Upload | undefined> {
    const text = await unlessMissing(readFile(join(this.directory, uploadId + ABOUT), 'utf8'));
    return text === null ? undefined : JSON.parse(text);
  }
}

/** The store's defaults would let every user of the machine read them. */
function storeOf(config: UploadsConfig): FileStore {
  const directory = folderOf(config);
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
  return new UploadStore({ directory, configstore: new AboutStore(directory), expirationPeriodInMilliseconds: LIFETIME_MS });
}

import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { type Clock, DAY_MS } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';

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

/** Resumable uploads by tus 1.0 (tus.io/protocols/resumable-upload), in the data folder. */
interface Uploads {
  /** Creates an upload of a workspace. */
  begin(workspaceId: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Everything else, about this upload, whatever the URL. The caller has checked permissions. */
  handle(uploadId: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** `exposedHeaders`: which more than the protocol’s a page of another origin may read. */
export function createUploads(config: UploadsConfig, exposedHeaders: readonly string[]): Uploads {
  const workspaces = new WeakMap<object, string>();
  const subjects = new WeakMap<object, string>();
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    datastore: storeOf(config),
    maxSize: config.uploadBytes,
    allowedOrigins: () => false,
    // The library replaces the header of the hook.
    exposedHeaders: [...exposedHeaders],
    namingFunction: ({ runtime }) => `${workspaces.get(runtime?.node?.req ?? {})}${SEPARATOR}${randomUUID()}`,
    // The default takes the end of the whole URL, its query included: another id than the one that was authorized.
    getFileIdFromRequest: ({ runtime }) => subjects.get(runtime?.node?.req ?? {}),
  });
  return {
    async begin(workspaceId, request, response) {
      workspaces.set(request, workspaceId);
      await server.handle(request, response);
    },
    async handle(uploadId, request, response) {
      subjects.set(request, uploadId);
      await server.handle(request, response);
    },
  };
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
    const begun = await stat(path + ABOUT).catch(() => stat(path).catch(() => null));
    if (begun && begun.mtimeMs < before) await removeUpload(config, id);
  }
}

/** The ids of all uploads. Each has a file of its bytes, and one about it that is written when it begins. */
async function uploadsIn(config: UploadsConfig): Promise<string[]> {
  const names = await readdir(folderOf(config)).catch(() => []);
  return [...new Set(names.map((name) => (name.endsWith(ABOUT) ? name.slice(0, -ABOUT.length) : name)))];
}

/** The workspace that an upload is for, by the upload's id. */
export const workspaceOfUpload = (uploadId: string): string => uploadId.split(SEPARATOR, 1)[0] ?? '';

/** The path of a complete upload of a workspace. Throws `not_found`, or `invalid_state` if it is not complete. */
export async function findUpload(config: UploadsConfig, workspaceId: string, uploadId: string): Promise<string> {
  requireUploadOf(workspaceId, uploadId);
  const upload = await storeOf(config)
    .getUpload(uploadId)
    .catch(() => null);
  if (!upload) throw noUpload();
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

/** The store's defaults would let every user of the machine read them. */
function storeOf(config: UploadsConfig): FileStore {
  const directory = folderOf(config);
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
  return new FileStore({ directory, expirationPeriodInMilliseconds: LIFETIME_MS });
}

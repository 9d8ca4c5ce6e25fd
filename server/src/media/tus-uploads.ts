import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { Config } from '../config/config.ts';
import { DomainError } from '../errors.ts';
import { say } from '../languages/sentence.ts';

/** The path where uploads are created, and the prefix of their addresses. */
const UPLOADS_PATH = '/api/v1/media/uploads';
/** An upload is deleted after this time. */
const LIFETIME_MS = 24 * 3_600_000;
/** Per workspace. */
const MOST_UPLOADS = 20;
const SEPARATOR = '.';

type UploadsConfig = Pick<Config, 'dataDir' | 'uploadBytes'>;

/** Resumable uploads by tus 1.0 (tus.io/protocols/resumable-upload), in the data folder. */
export interface Uploads {
  /** Creates an upload of a workspace. */
  begin(workspaceId: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Everything else. The caller has checked permissions. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  removeExpired(): Promise<void>;
}

/** An upload on this machine's disk, complete or not. */
interface Upload {
  path: string;
  isComplete: boolean;
}

export function createUploads(config: UploadsConfig): Uploads {
  const workspaces = new WeakMap<object, string>();
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    datastore: storeOf(config),
    maxSize: config.uploadBytes,
    allowedOrigins: () => false,
    namingFunction: ({ runtime }) => `${workspaces.get(runtime?.node?.req ?? {})}${SEPARATOR}${randomUUID()}`,
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await server.handle(request, response);
  };
  return {
    async begin(workspaceId, request, response) {
      workspaces.set(request, workspaceId);
      await handle(request, response);
    },
    handle,
    async removeExpired() {
      await server.cleanUpExpiredUploads();
    },
  };
}

/** Removes expired uploads, and refuses another one if a workspace has too many. */
export async function requireUploadQuota(config: UploadsConfig, uploads: Uploads, workspaceId: string): Promise<void> {
  await uploads.removeExpired();
  const names = await readdir(folderOf(config)).catch(() => []);
  const own = names.filter((name) => name.startsWith(workspaceId + SEPARATOR) && !name.endsWith('.json'));
  if (own.length < MOST_UPLOADS) return;
  throw new DomainError('invalid_state', {
    message: say`There are ${own.length} uploads from the last 24 hours.`,
    remedy: say`Delete those that are no longer needed, or wait.`,
  });
}

/** The workspace that an upload is for, by the upload's id. */
export const workspaceOfUpload = (uploadId: string): string => uploadId.split(SEPARATOR, 1)[0] ?? '';

/** An upload of a workspace. Throws `not_found`. */
export async function findUpload(config: UploadsConfig, workspaceId: string, uploadId: string): Promise<Upload> {
  const isName = /^[\w-]+\.[0-9a-f-]{36}$/.test(uploadId) && workspaceOfUpload(uploadId) === workspaceId;
  const upload = isName
    ? await storeOf(config)
        .getUpload(uploadId)
        .catch(() => null)
    : null;
  if (!upload) throw new DomainError('not_found', { message: say`There is no such upload; an upload is kept for 24 hours.` });
  return { path: join(folderOf(config), uploadId), isComplete: upload.offset === upload.size };
}

const folderOf = ({ dataDir }: UploadsConfig): string => join(dataDir, 'uploads');

/** The store's defaults would let every user of the machine read them. */
function storeOf(config: UploadsConfig): FileStore {
  const directory = folderOf(config);
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o700);
  return new FileStore({ directory, expirationPeriodInMilliseconds: LIFETIME_MS });
}

import { Upload } from 'tus-js-client';
import { ApiError } from '../../../lib/http/api-error.ts';
import { postJson, unreachable } from '../../../lib/http/post-json.ts';
import { runSignedIn } from '../../../lib/http/run-document.ts';
import type { Added } from './use-uploads.ts';

/** A request may take 25 seconds; on a slow line that is enough for this much. */
const PART_BYTES = 2 * 1024 * 1024;
/** A line that is gone for a minute is waited for; after that a person tries again, from where it stopped. */
const PAUSES_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 20_000];

interface Options {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a video in parts by tus 1.0. After a lost connection, a reload of the page or a session that ended, the same
 * file continues where it stopped.
 */
export async function uploadVideo(workspaceId: string, file: File, options: Options): Promise<Added> {
  const address = await runSignedIn(() => sendParts(workspaceId, file, options));
  const body = { workspace_id: workspaceId, upload_id: address.split('/').at(-1) ?? '' };
  return runSignedIn(() => postJson<Added>('/api/media/from-upload', body, options.signal));
}

function sendParts(workspaceId: string, file: File, { onProgress, signal }: Options): Promise<string> {
  return new Promise((resolve, reject: (error: unknown) => void) => {
    signal.throwIfAborted();
    const upload = new Upload(file, {
      endpoint: `/api/v1/media/uploads?workspace_id=${encodeURIComponent(workspaceId)}`,
      chunkSize: PART_BYTES,
      retryDelays: PAUSES_MS,
      removeFingerprintOnSuccess: true,
      onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
      onSuccess: () => resolve(upload.url ?? ''),
      onError: (error) => reject(asApiError(error)),
    });
    const stop = (): void => {
      // After this the library calls no one any more.
      void upload.abort(true).catch(() => undefined);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    upload
      .findPreviousUploads()
      .then(([previous]) => {
        if (signal.aborted) return;
        if (previous) upload.resumeFromPreviousUpload(previous);
        upload.start();
      })
      .catch(reject);
  });
}

/** The server's own refusal, where there was one. */
function asApiError(error: unknown): unknown {
  const response = (error as { originalResponse?: { getStatus(): number; getBody(): string } | null }).originalResponse;
  if (!response) return unreachable();
  try {
    const { code, detail, title, remedy } = JSON.parse(response.getBody()) as Record<string, string>;
    return new ApiError({
      code: code ?? 'internal_error',
      message: detail ?? title ?? '',
      remedy: remedy ?? '',
      status: response.getStatus(),
    });
  } catch {
    return unreachable();
  }
}

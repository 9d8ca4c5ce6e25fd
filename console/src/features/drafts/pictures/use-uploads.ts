import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import type { PictureViewFragment } from '../../../gql/graphql.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { postFile } from '../../../lib/http/post-file.ts';
import { runSignedIn } from '../../../lib/http/run-document.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { texts } from '../texts.ts';

/** A file on its way, or one that was refused. */
export interface Upload {
  key: number;
  file: File;
  /** From 0 to 1. */
  part: number;
  error: unknown;
}

export type Uploads = ReturnType<typeof useUploads>;

/** Of the mutations that upload what belongs to a picture: a part of it, a cover, subtitles. Forgotten with their form. */
export const PART_OF_PICTURE = { mutationKey: ['parts-of-pictures'], gcTime: 0 };

const MEGABYTE = 1024 * 1024;

/** Uploads images, videos and documents in sequence, to keep the chosen order. */
export function useUploads(onPicture: (picture: PictureViewFragment) => void) {
  const { id: workspaceId } = useWorkspace();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const lastKey = useRef(0);
  // Of those that run and those that wait.
  const aborts = useRef(new Map<number, AbortController>());
  const { mutationKey } = PART_OF_PICTURE;
  const areParts = useIsMutating({ mutationKey }) > 0;
  const failedParts = useMutationState({ filters: { mutationKey, status: 'error' } }).length;
  useEffect(() => {
    const all = aborts.current;
    return () => {
      for (const abort of all.values()) abort.abort();
    };
  }, []);

  const change = (key: number, changes: Partial<Upload>): void =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const remove = (key: number): void => {
    aborts.current.get(key)?.abort();
    setUploads((all) => all.filter((upload) => upload.key !== key));
  };
  const send = async ({ key, file }: Upload, signal: AbortSignal): Promise<void> => {
    try {
      signal.throwIfAborted();
      const onProgress = (part: number): void => change(key, { part });
      const picture = await handIn(workspaceId, file, { onProgress, signal });
      signal.throwIfAborted();
      onPicture(picture);
      aborts.current.delete(key);
      remove(key);
    } catch (error) {
      if (!signal.aborted) change(key, { error });
    }
  };
  const start = (upload: Upload): void => {
    const abort = new AbortController();
    aborts.current.set(upload.key, abort);
    queue.current = queue.current.then(() => send(upload, abort.signal));
  };
  return {
    uploads,
    isUploading: areParts || uploads.some(({ error }) => error === null),
    /** How many failed, and were neither sent again nor dismissed. */
    failed: failedParts + uploads.filter(({ error }) => error !== null).length,
    add(files: readonly File[]): void {
      const added = files.map((file): Upload => ({ key: ++lastKey.current, file, part: 0, error: null }));
      setUploads((all) => [...all, ...added]);
      added.forEach(start);
    },
    retry(upload: Upload): void {
      change(upload.key, { error: null, part: 0 });
      start(upload);
    },
    remove,
  };
}

/** The answer to an upload. */
export interface Added {
  media_id: string;
  url: string;
  width: number;
  height: number;
  reduced_from: { width: number; height: number } | null;
  /** Of a video. */
  seconds?: number | null;
  mime_type?: string | null;
}

/** A file that is too large is not sent: the server would close the connection before responding. */
export async function handIn(workspaceId: string, file: File, options: Parameters<typeof postFile>[2]): Promise<PictureViewFragment> {
  if (file.type.startsWith('video/') || file.type === 'application/pdf') {
    const { uploadVideo } = await import('./upload-video.ts');
    return asPicture(await uploadVideo(workspaceId, file, options));
  }
  const { mostBytes } = FIELD_RULES.picture;
  if (file.size > mostBytes) {
    const message = texts.pictures.tooLarge({ size: Math.ceil(file.size / MEGABYTE), most: mostBytes / MEGABYTE });
    throw new ApiError({ code: 'payload_too_large', message, remedy: texts.pictures.tooLargeHow, status: 413 });
  }
  const path = `/api/media?workspace_id=${encodeURIComponent(workspaceId)}`;
  return asPicture(await runSignedIn(() => postFile<Added>(path, file, options)));
}

function asPicture({
  media_id: id,
  url,
  width,
  height,
  reduced_from: reducedFrom,
  seconds = null,
  mime_type: mimeType = null,
}: Added): PictureViewFragment {
  return { id, url, width, height, reducedFrom, seconds, mimeType, altText: '', cover: null, subtitles: null };
}

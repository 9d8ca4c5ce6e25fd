import { queryOptions, useQueries } from '@tanstack/react-query';
import type { PayloadViewFragment } from '../../gql/graphql.ts';
import { readAnswer, unreachable } from '../../lib/http/post-json.ts';
import { language } from '../../lib/language.ts';
import { kindOf } from '../../lib/media-kind.ts';

type Preview = PayloadViewFragment['preview'];

/** Reserves the space of a picture until it is loaded. */
const NOTHING_YET = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** A post's pictures, videos and documents, as far as they have been fetched. */
export interface ShownFiles {
  payloads: PayloadViewFragment[];
  /** Whether every file is there. */
  isComplete: boolean;
  /** Why one could not be fetched; null if none has failed. */
  error: Error | null;
  isFetching: boolean;
  /** Fetches those that have failed again. */
  retry: () => void;
}

/**
 * Fetches the files with the link's token, which is therefore in no address that a browser stores. They are available as
 * long as the page is open.
 */
export function useShownFiles(token: string, payloads: readonly PayloadViewFragment[]): ShownFiles {
  const addresses = addressesIn(payloads);
  const files = useQueries({ queries: addresses.map((address) => fileQuery(token, address)) });
  const shown = new Map(addresses.map((address, index) => [address, files[index]?.data]));
  const failed = files.filter(({ isError }) => isError);
  return {
    payloads: payloads.map((payload) => ({ ...payload, preview: withFetched(payload.preview, shown) })),
    isComplete: files.every(({ isSuccess }) => isSuccess),
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** Every file that the previews show, once: also covers, subtitles and the pictures of link cards. */
export function addressesIn(payloads: readonly Pick<PayloadViewFragment, 'preview'>[]): string[] {
  const files = payloads.flatMap(({ preview: { images, linkCard } }) => [
    ...images.flatMap((image) => [image, image.cover, image.subtitles]),
    linkCard?.image,
  ]);
  return [...new Set(files.flatMap((file) => file?.url ?? []))];
}

/** The preview with the files that were fetched, by their addresses. */
export function withFetched({ images, linkCard, ...preview }: Preview, fetched: ReadonlyMap<string, string | undefined>): Preview {
  const shown = <T extends { url?: string | null }>(file: T, before: string): T =>
    file.url ? { ...file, url: fetched.get(file.url) ?? before } : file;
  return {
    ...preview,
    images: images.map((image) => ({
      ...shown(image, ['video', 'document'].includes(kindOf(image)) ? '' : NOTHING_YET),
      cover: image.cover && shown(image.cover, NOTHING_YET),
      subtitles: image.subtitles && shown(image.subtitles, ''),
    })),
    linkCard: linkCard && { ...linkCard, image: linkCard.image && shown(linkCard.image, NOTHING_YET) },
  };
}

const ADDRESS = /^\/api\/media\/(med_[0-9a-f-]+)\/([0-9a-f]{64})$/;

/** The address of the fetched file, which is valid until the page is left: so the query keeps it. */
export function fileQuery(token: string, address: string) {
  return queryOptions({
    queryKey: ['shared-file', token, address],
    queryFn: async ({ signal }) => URL.createObjectURL(await inTurn(() => fetchFile(token, address, signal))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** The server counts each running request as an attempt to open the link, and refuses an address that has too many. */
const MOST_AT_ONCE = 6;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(fetchOne: () => Promise<T>): Promise<T> {
  if (running < MOST_AT_ONCE) running += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await fetchOne();
  } finally {
    // The next one takes over the place.
    const begin = waiting.shift();
    if (begin) begin();
    else running -= 1;
  }
}

async function fetchFile(token: string, address: string, signal: AbortSignal): Promise<Blob> {
  const path = '/api/client/picture';
  const [, media_id, sha256] = ADDRESS.exec(address) ?? [];
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': language };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ token, media_id, sha256 }), signal }).catch(
    (error: unknown) => {
      throw signal.aborted ? error : unreachable();
    },
  );
  if (!response.ok) readAnswer(path, await response.text(), response.status);
  return response.blob();
}

import { queryOptions, useQueries } from '@tanstack/react-query';
import type { PayloadViewFragment } from '../../gql/graphql.ts';
import { asApiError } from '../../lib/http/api-error.ts';
import { postJson } from '../../lib/http/post-json.ts';

export type SharedState =
  | 'waits'
  | 'comes_later'
  | 'others_decide'
  | 'decided'
  | 'approved'
  | 'changes_requested'
  | 'being_changed'
  | 'expired'
  | 'published';

export interface SharedPost {
  draft_id: string;
  approval_id: string;
  content_hash: string;
  state: SharedState;
  scheduled_at: string | null;
  /** The words of the published post and those that replace them; null for a post of its own. */
  edit: { before: string; after: string } | null;
  can_decide: boolean;
  /** Also during others' stages. */
  can_ask_for_changes: boolean;
  /** Why a yes is an opinion here; null where it counts. */
  opinion: string | null;
  /** Their decision can be withdrawn: nothing is being sent. */
  can_withdraw: boolean;
  own: { decision: 'approved' | 'rejected' | 'changes_requested'; comment: string | null; at: string } | null;
  payloads: PayloadViewFragment[];
  /** Whether there are earlier threads. */
  has_earlier: boolean;
  threads: {
    thread_id: string;
    state: 'open' | 'resolved';
    quote: string | null;
    /** The platform of the quote; null: the source text. */
    platform: string | null;
    has_earlier: boolean;
    comments: { comment_id: string; text: string; by: string; by_kind: 'person' | 'agent' | 'client'; created_at: string }[];
  }[];
}

export interface SharedPosts {
  account_name: string;
  workspace_name: string;
  time_zone: string;
  shared_by: string;
  email: string;
  expires_at: string;
  is_verified: boolean;
  /** Whether codes can be mailed, which answers take. */
  can_answer: boolean;
  posts: SharedPost[];
}

/** The content of the link; read-only. */
export function sharedQuery(token: string) {
  return queryOptions({
    queryKey: ['shared', token],
    queryFn: ({ signal }) => postJson<SharedPosts>('/api/client/posts', { token }, signal),
    retry: (count, error) => asApiError(error).code === 'unreachable' && count < 2,
    // Their turn can come while they look.
    refetchInterval: 10_000,
  });
}

const ADDRESS = /^\/api\/media\/(med_[0-9a-f-]+)\/([0-9a-f]{64})$/;
/** Reserves the space until the image is loaded. */
const NOTHING_YET = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/**
 * The posts with their images, each fetched with the link's token, which is therefore in no address that a browser
 * stores; available as long as the page is open.
 */
export function usePictures(token: string, payloads: readonly PayloadViewFragment[]): PayloadViewFragment[] {
  const urls = [...new Set(payloads.flatMap(({ preview }) => [...preview.images, ...cardImage(preview)].map(({ url }) => url)))];
  const found = useQueries({
    queries: urls.map((url) => ({
      queryKey: ['shared-picture', token, url],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchPicture(token, url, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const shown = new Map(urls.map((url, index) => [url, found[index]?.data ?? NOTHING_YET]));
  const withUrl = <T extends { url: string }>(image: T): T => ({ ...image, url: shown.get(image.url) ?? NOTHING_YET });
  return payloads.map((payload) => ({
    ...payload,
    preview: {
      ...payload.preview,
      images: payload.preview.images.map(withUrl),
      linkCard: payload.preview.linkCard && {
        ...payload.preview.linkCard,
        image: payload.preview.linkCard.image && withUrl(payload.preview.linkCard.image),
      },
    },
  }));
}

const cardImage = ({ linkCard }: PayloadViewFragment['preview']): { url: string }[] => (linkCard?.image ? [linkCard.image] : []);

async function fetchPicture(token: string, url: string, signal: AbortSignal): Promise<string> {
  const [, media_id, sha256] = ADDRESS.exec(url) ?? [];
  const response = await fetch('/api/client/picture', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, media_id, sha256 }),
    signal,
  });
  if (!response.ok) throw new Error('The picture could not be fetched.');
  return asDataUrl(await response.blob());
}

function asDataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

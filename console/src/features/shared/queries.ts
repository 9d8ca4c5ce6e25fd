import { queryOptions } from '@tanstack/react-query';
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

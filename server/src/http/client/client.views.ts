import type { Shared, SharedPost } from '../../approvals/clients/shared-posts.ts';
import type { DraftComments } from '../../comments/comment-queries.ts';
import type { ConnectionView } from '../../connections/connection-queries.ts';
import type { Services } from '../../context.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import { shownCard } from '../../platforms/platform/preview.ts';
import { shownSetting } from '../../platforms/platform/settings.ts';
import { threadView } from '../v1/drafts/comments.routes.ts';

type Comments = ReadonlyMap<string, DraftComments>;

/**
 * The content of a link. Payloads are shaped as in the GraphQL schema, so the console renders them with the same
 * components.
 */
export function sharedView(
  services: Services,
  { accountName, workspace, sharedBy, posts, connections }: Shared,
  comments: Comments,
  translate: Translate,
) {
  return {
    account_name: accountName,
    workspace_name: workspace.name,
    time_zone: workspace.timeZone,
    shared_by: sharedBy,
    posts: posts.map((post) => ({
      ...postView(services, post, connections, translate),
      threads: (comments.get(post.approval.draftId)?.threads ?? []).map((thread) => threadView(thread, translate)),
      has_earlier: comments.get(post.approval.draftId)?.hasEarlier ?? false,
    })),
  };
}

function postView(services: Services, post: SharedPost, connections: ReadonlyMap<string, ConnectionView>, translate: Translate) {
  const { approval, state, scheduledAt, payloads, own, canWithdraw, canDecide, canAskForChanges, opinion } = post;
  return {
    draft_id: approval.draftId,
    approval_id: approval.id,
    content_hash: approval.contentHash,
    state,
    scheduled_at: scheduledAt?.toISOString() ?? null,
    can_decide: canDecide,
    can_withdraw: canWithdraw,
    can_ask_for_changes: canAskForChanges,
    opinion: opinion && translate(opinion),
    own: own && { decision: own.decision, comment: own.comment, at: own.at.toISOString() },
    payloads: payloads.map((payload) => payloadView(services, payload, connections, translate)),
  };
}

function payloadView({ platforms }: Services, payload: Payload, connections: ReadonlyMap<string, ConnectionView>, translate: Translate) {
  const { id, platform, connectionId, preview } = payload;
  const known = platforms.get(platform);
  const connection = connections.get(connectionId ?? '');
  const { linkCard, images = [], plainNames = [], title = null, tags = null, parts, settings = [] } = preview;
  const card = linkCard && shownCard(linkCard, translate);
  const signed = settings.map((setting) => shownSetting(setting, translate));
  return {
    id,
    platform: { id: platform, label: known?.label ?? platform, publishing: known ? (known.publishing ?? 'ready') : 'none yet' },
    connection: connection ? { id: connection.id, handle: connection.handle, health: 'healthy' } : null,
    violations: [],
    preview: { parts, title, tags, linkCard: card, images, plainNames, omissions: [], settings: signed },
  };
}

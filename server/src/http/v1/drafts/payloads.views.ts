import type { Static } from 'typebox';
import { requireWorkspace } from '../../../access/authorise.ts';
import { Approval } from '../../../approvals/approval.entity.ts';
import type { Context } from '../../../context.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { allowedDraftActions, failuresOf } from '../../../drafts/lock-draft.ts';
import type { Payload } from '../../../payloads/payload.entity.ts';
import type { PreviewCard, PreviewImage } from '../../../platforms/platform.ts';
import { approvalUrl } from '../approvals.views.ts';
import { linkTo } from '../view-parts.ts';
import { presentOmission } from './omission-notices.ts';
import type { PayloadSetSchema } from './payloads.schemas.ts';

type PayloadSetView = Static<typeof PayloadSetSchema>;

export async function presentPayloads(ctx: Context, draft: Draft, payloads: readonly Payload[]): Promise<PayloadSetView> {
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'read');
  const approval = await ctx.em.findOne(Approval, { draftId: draft.id }, { orderBy: { id: 'desc' } });
  return {
    draft_id: draft.id,
    workspace_id: draft.workspaceId,
    revision: draft.revision,
    content_hash: draft.contentHash ?? null,
    payloads: payloads.map(payloadView),
    allowed_actions: allowedDraftActions(draft, ctx.actor, workspace, (await failuresOf(ctx, [draft])).get(draft.id)),
    ...approvalUrl(ctx, approval),
    _links: { draft: linkTo(ctx, `/drafts/${draft.id}`) },
  };
}

export function payloadView(payload: Payload): PayloadSetView['payloads'][number] {
  return {
    platform: payload.platform,
    connection_id: payload.connectionId ?? null,
    position: payload.position,
    payload: payload.body,
    payload_hash: payload.payloadHash,
    valid: payload.violations.length === 0,
    // What is stored for translations is not for programs.
    violations: payload.violations.map(({ sentences, ...violation }) => violation),
    preview: {
      ...(payload.preview.title !== undefined && { title: payload.preview.title }),
      parts: payload.preview.parts,
      ...(payload.preview.tags && { tags: payload.preview.tags }),
      link_card: linkCardView(payload.preview.linkCard),
      images: (payload.preview.images ?? []).map(imageView),
      plain_names: payload.preview.plainNames ?? [],
      ...(payload.preview.omissions && { omissions: payload.preview.omissions.map(presentOmission) }),
      ...(payload.preview.settings && { settings: payload.preview.settings.map(({ name, label, value }) => ({ name, label, value })) }),
    },
  };
}

function imageView({ url, altText, width, height, seconds, mimeType, cover, subtitles }: PreviewImage) {
  return {
    ...{ url, alt_text: altText, width, height },
    ...(mimeType && { mime_type: mimeType }),
    ...(seconds !== undefined && { seconds }),
    ...(cover && {
      cover: { ...(cover.url && { url: cover.url }), ...(cover.atMs !== undefined && { at_ms: cover.atMs }), sent: cover.isSent },
    }),
    ...(subtitles && { subtitles: { url: subtitles.url, language: subtitles.language, sent: subtitles.isSent } }),
  };
}

function linkCardView(card: PreviewCard | null): PayloadSetView['payloads'][number]['preview']['link_card'] {
  if (!card) return null;
  const { url, title, description, siteName, image, isMadeByNetwork = false, missing } = card;
  return {
    url,
    title,
    description: description ?? null,
    site_name: siteName ?? null,
    image: image ? imageView(image) : null,
    made_by: isMadeByNetwork ? 'network' : 'service',
    missing: missing ?? null,
  };
}

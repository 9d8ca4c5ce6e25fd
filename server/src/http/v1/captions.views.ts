import type { Static } from 'typebox';
import { requireWorkspace } from '../../access/authorise.ts';
import type { ModelUse } from '../../captions/caption-generator.ts';
import type { CaptionOrigin } from '../../captions/caption-set.entity.ts';
import { omissionNotices } from '../../captions/omission-notices.ts';
import type { Context } from '../../context.ts';
import { allowedDraftActions } from '../../drafts/allowed-draft-actions.ts';
import type { Omission } from '../../platforms/omission.ts';
import type { CaptionDraftResult } from '../../publishing/review/caption-draft.ts';
import { approvalUrl, approvalView } from './approvals.views.ts';
import type { CaptionSchema, CaptionSetSchema } from './captions.schemas.ts';
import { linkTo } from './view-parts.ts';

/** Words for one platform, from a row or fresh from a generator. */
interface Words {
  platform: string;
  text: string;
  tags: string[];
  thread: string[];
  origin: CaptionOrigin;
  modelUse?: ModelUse | null | undefined;
  omissions?: readonly Omission[];
}

export async function presentCaptions(ctx: Context, result: CaptionDraftResult): Promise<Static<typeof CaptionSetSchema>> {
  const { draft, approval, job, captionSet, captions, notices } = result;
  const workspace = await requireWorkspace(ctx, draft.workspaceId, 'read');
  return {
    caption_set_id: captionSet.id,
    draft_id: draft.id,
    workspace_id: draft.workspaceId,
    revision: draft.revision,
    status: draft.state,
    captions: captions.map((caption) => captionView(ctx, caption, draft.link ?? null)),
    approval_required: draft.approvalRequired,
    approval: approval ? approvalView(approval) : null,
    ...(job ? { job_id: job.id } : {}),
    allowed_actions: allowedDraftActions(draft, ctx.actor, workspace),
    ...approvalUrl(ctx, approval),
    notices: [...notices, ...omissionNotices(captions)],
    _links: {
      draft: linkTo(ctx, `/drafts/${draft.id}`),
      ...(job ? { publish_job: linkTo(ctx, `/publish-jobs/${job.id}`) } : {}),
    },
  };
}

/** Measured by the platform's own rules, as it would be when it is published. */
export function captionView(ctx: Context, words: Words, link: string | null): Static<typeof CaptionSchema> {
  const platform = ctx.platforms.get(words.platform);
  if (!platform) throw new Error(`A caption is for ${words.platform}, which is not a platform.`);
  const post = { text: words.text, tags: words.tags, thread: words.thread, link };
  const [first] = platform.preview(post).parts;
  if (!first) throw new Error(`${platform.id} gave a preview without a part.`);
  return {
    platform: words.platform,
    text: words.text,
    tags: words.tags,
    ...(words.thread.length > 0 ? { thread: words.thread } : {}),
    length: first.length,
    limit: first.limit,
    unit: first.unit,
    origin: words.origin,
    ...(words.modelUse ? { model_use: modelUseView(words.modelUse) } : {}),
    omissions: (words.omissions ?? []).map(({ text, reason, start, end }) => ({ text, reason, start, end })),
    warnings: platform.validate(post).map(({ code, field, message, remedy }) => ({ code, field, message, remedy })),
  };
}

function modelUseView({ model, inputTokens, outputTokens, costMicros }: ModelUse) {
  return { model, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costMicros === null ? null : costMicros / 1_000_000 };
}

import type { Static } from 'typebox';
import { requireWorkspace } from '../../../access/authorise.ts';
import type { readCaptionSet } from '../../../captions/caption-queries.ts';
import type { CaptionOrigin } from '../../../captions/caption-set.entity.ts';
import type { ModelUse } from '../../../captions/model/model-use.ts';
import type { Context } from '../../../context.ts';
import { ownerOf } from '../../../db/request-concurrency.ts';
import { knownPlatforms } from '../../../drafts/check-draft-fields.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { allowedDraftActions, failuresOf } from '../../../drafts/lock-draft.ts';
import { noticeInEnglish } from '../../../drafts/resolve-approval-required.ts';
import { completeSettings } from '../../../platforms/platform/settings.ts';
import type { Settings } from '../../../platforms/platform.ts';
import type { ReadPost } from '../../../platforms/read-post.ts';
import { readPosts } from '../../../platforms/read-posts.ts';
import type { Departure, Omission } from '../../../platforms/text/omission.ts';
import type { CaptionDraftResult } from '../../../publishing/review/caption-draft.ts';
import { departureFindings } from '../../../safety/words/departure-findings.ts';
import { approvalUrl, approvalView } from '../approvals.views.ts';
import { linkTo } from '../view-parts.ts';
import type { CaptionSchema, CaptionSetSchema, StoredCaptionSetSchema } from './captions.schemas.ts';
import { omissionNotices, withOmissions } from './omission-notices.ts';

/** A caption for one platform, from a row or fresh from a generator. */
interface WrittenCaption {
  platform: string;
  text: string;
  tags: string[];
  thread: string[];
  origin: CaptionOrigin;
  modelUse?: ModelUse | null | undefined;
  omissions?: readonly Omission[];
  departures?: readonly Departure[];
  keptPercent?: number | null | undefined;
  settings?: Settings | undefined;
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
    captions: await captionViews(ctx, captions, draft),
    approval_required: draft.approvalRequired,
    approval: approval ? approvalView(approval) : null,
    ...(job ? { job_id: job.id } : {}),
    allowed_actions: allowedDraftActions(draft, ctx.actor, workspace, (await failuresOf(ctx, [draft])).get(draft.id)),
    ...approvalUrl(ctx, approval),
    notices: [...notices.map(noticeInEnglish), ...omissionNotices(withOmissions(captions, result.written?.payloads))],
    _links: {
      draft: linkTo(ctx, `/drafts/${draft.id}`),
      ...(job ? { publish_job: linkTo(ctx, `/publish-jobs/${job.id}`) } : {}),
    },
  };
}

export async function presentCaptionSet(
  ctx: Context,
  { captionSet, captions, draft, isCurrent }: Awaited<ReturnType<typeof readCaptionSet>>,
): Promise<Static<typeof StoredCaptionSetSchema>> {
  const { id, draftId, workspaceId, revision, createdAt } = captionSet;
  // Sets from before 0.7 have neither a source nor a link of their own.
  const { link = null } = captionSet.sourceText == null ? draft : captionSet;
  return {
    ...{ caption_set_id: id, draft_id: draftId, workspace_id: workspaceId, number: revision, is_current: isCurrent },
    captions: await captionViews(ctx, captions, { link, mediaIds: captionSet.mediaIds ?? draft.mediaIds ?? null }),
    created_at: createdAt.toISOString(),
    _links: { self: linkTo(ctx, `/captions/${id}`), draft: linkTo(ctx, `/drafts/${draftId}`) },
  };
}

/** Measured by each platform's own rules, as for publication; of the draft's media only whether there are any. */
export async function captionViews(
  ctx: Context,
  captions: readonly WrittenCaption[],
  { link = null, mediaIds }: Partial<Pick<Draft, 'link' | 'mediaIds'>>,
): Promise<Static<typeof CaptionSchema>[]> {
  const posts = captions.flatMap(({ platform: id, text, tags, thread, settings: given }) =>
    knownPlatforms(ctx, [id]).map((platform) => {
      const settings = completeSettings(platform.settings, given);
      return { platform, post: { text, tags, thread, link, ...(settings && { settings }) } };
    }),
  );
  const read = await readPosts(posts, ownerOf(ctx));
  const hasMedia = Boolean(mediaIds?.length);
  return captions.flatMap((words, index) => {
    const post = read[index];
    if (!post) return [];
    const violations = post.violations.filter(({ code }) => !hasMedia || code !== 'media_missing');
    return [captionView(words, { ...post, violations })];
  });
}

function captionView(words: WrittenCaption, { preview, violations }: ReadPost): Static<typeof CaptionSchema> {
  const [first] = preview.parts;
  if (!first) throw new Error(`${words.platform} gave a preview without a part.`);
  return {
    platform: words.platform,
    text: words.text,
    tags: words.tags,
    ...(words.thread.length > 0 ? { thread: words.thread } : {}),
    ...(Object.keys(words.settings ?? {}).length > 0 ? { settings: { ...words.settings } } : {}),
    length: first.length,
    limit: first.limit,
    unit: first.unit,
    origin: words.origin,
    ...(words.modelUse ? { model_use: modelUseView(words.modelUse) } : {}),
    omissions: (words.omissions ?? []).map(({ text, reason, start, end }) => ({ text, reason, start, end })),
    ...(words.keptPercent == null ? {} : { shortened: { kept_percent: words.keptPercent } }),
    ...(words.departures && words.departures.length > 0 ? { findings: departureViews(words, words.departures) } : {}),
    warnings: violations.map(({ code, field, message, remedy }) => ({ code, field, message, remedy })),
  };
}

function departureViews({ platform, text, thread }: WrittenCaption, departures: readonly Departure[]) {
  const texts = [{ field: 'text', text }, ...thread.map((part, index) => ({ field: `thread/${index}`, text: part }))];
  return departureFindings(platform, departures, texts).map(({ check, severity, field, message, span }) => ({
    check,
    severity,
    field,
    message,
    span,
  }));
}

function modelUseView({ model, inputTokens, outputTokens, costMicros }: ModelUse) {
  return { model, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costMicros === null ? null : costMicros / 1_000_000 };
}

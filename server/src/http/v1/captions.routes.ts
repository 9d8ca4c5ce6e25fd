import type { Services } from '../../context.ts';
import { captionDraft } from '../../publishing/review/caption-draft.ts';
import { prepareContent } from '../../publishing/review/prepare-content.ts';
import { addOperation } from '../add-operation.ts';
import type { HttpServer } from '../http-server.ts';
import { defineOperation } from '../operation.ts';
import { CaptionSetSchema, CreateCaptionsBody } from './captions.schemas.ts';
import { presentCaptions } from './captions.views.ts';
import { IdempotencyHeaders } from './common.schemas.ts';
import { loadDraftOf } from './load-draft-of.ts';

/** Also `/generate-description` with a `draft_id`. */
export const createCaptionsOperation = defineOperation({
  id: 'createCaptions',
  scope: 'captions:write',
  tag: 'Captions',
  summary: 'Give a draft its words',
  description:
    'Generates platform-specific captions and tags for the draft, or takes your own. With `publish_mode` `approval_queue` the draft is submitted once the words stand.',
  headers: IdempotencyHeaders,
  body: CreateCaptionsBody,
  success: [{ status: 201, description: 'The caption set.', schema: CaptionSetSchema }],
  async prepare(ctx, { body }) {
    if (body.captions) {
      const written = body.captions.map(({ text, thread = [] }) => ({ text, thread }));
      return prepareContent(ctx, { draftId: body.draft_id, platforms: [], written });
    }
    const {
      draft_id,
      platforms = (await loadDraftOf(ctx, body.workspace_id, body.draft_id)).platforms,
      tone,
      language,
      wording,
      replace,
    } = body;
    return prepareContent(ctx, { draftId: draft_id, platforms, tone, language, wording, replace });
  },
  async run(ctx, { body }, words) {
    const result = await captionDraft(ctx, {
      workspaceId: body.workspace_id,
      draftId: body.draft_id,
      captions: body.captions?.map(({ platform, text, tags = [], thread = [] }) => ({ platform, text, tags, thread })),
      platforms: body.platforms,
      tone: body.tone,
      language: body.language,
      wording: body.wording,
      replace: body.replace,
      approvalRequired: body.approval_required,
      publishMode: body.publish_mode,
      words: words.captions,
    });
    result.notices.push(...words.notices);
    return { status: 201, body: await presentCaptions(ctx, result) };
  },
});

export function addCaptionRoutes(app: HttpServer, services: Services): void {
  addOperation(app, services, 'POST', '/v1/captions', createCaptionsOperation);
}

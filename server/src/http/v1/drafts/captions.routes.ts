import type { Static } from 'typebox';
import { keptWords } from '../../../captions/own-words.ts';
import type { CaptionDraftInput } from '../../../publishing/review/caption-draft.ts';
import { captionDraftCommand } from '../../../publishing/review/prepared-commands.ts';
import { type AgentContext, defineOperation } from '../../engine/operation.ts';
import { IdempotencyHeaders } from '../common.schemas.ts';
import * as examples from '../examples/drafts.ts';
import { CaptionSetSchema, CreateCaptionsBody } from './captions.schemas.ts';
import { presentCaptions } from './captions.views.ts';

/** Also `/generate-description` with a `draft_id`. */
export const createCaptionsOperation = defineOperation({
  id: 'createCaptions',
  scope: 'captions:write',
  tag: 'Captions',
  summary: 'Write captions for a draft',
  description:
    'Generates captions and hashtags for each platform of the draft, or stores your own. With `publish_mode` `approval_queue`, the draft is then submitted.',
  headers: IdempotencyHeaders,
  body: CreateCaptionsBody,
  success: [{ status: 201, description: 'The caption set.', schema: CaptionSetSchema, example: examples.CAPTION_SET }],
  location: (_ctx, made) => made._links.draft.href,
  example: { body: examples.CAPTIONS_WANTED },
  refuses: ['invalid_state', 'text_too_complex'],
  prepare: (ctx, { body }) => captionDraftCommand.prepare(ctx, toCaptionDraftInput(ctx, body)),
  async run(ctx, { body }, prepared) {
    const result = await captionDraftCommand.run(ctx, toCaptionDraftInput(ctx, body), prepared);
    return { status: 201, body: await presentCaptions(ctx, result) };
  },
});

function toCaptionDraftInput(ctx: AgentContext, body: Static<typeof CreateCaptionsBody>): CaptionDraftInput {
  return {
    workspaceId: body.workspace_id,
    draftId: body.draft_id,
    captions: body.captions && keptWords(ctx, body.captions),
    platforms: body.platforms,
    tone: body.tone,
    language: body.language,
    wording: body.wording,
    replace: body.replace,
    approvalRequired: body.approval_required,
    publishMode: body.publish_mode,
  };
}

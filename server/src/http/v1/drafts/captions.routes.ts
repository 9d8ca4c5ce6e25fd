import type { Static } from 'typebox';
import { readCaptionSet } from '../../../captions/caption-queries.ts';
import { keptWords } from '../../../captions/own-words.ts';
import type { CaptionDraftInput } from '../../../publishing/review/caption-draft.ts';
import { captionDraftCommand } from '../../../publishing/review/prepared-commands.ts';
import { type AgentContext, defineOperation } from '../../engine/operation.ts';
import { IdempotencyHeaders } from '../common.schemas.ts';
import * as examples from '../examples/drafts.ts';
import * as fixture from '../examples/fixture.ts';
import { CaptionSetParams, CaptionSetSchema, CreateCaptionsBody, StoredCaptionSetSchema } from './captions.schemas.ts';
import { presentCaptionSet, presentCaptions } from './captions.views.ts';

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

const STORED: Static<typeof StoredCaptionSetSchema> = {
  ...{ caption_set_id: fixture.CAPTION_SET_ID, draft_id: fixture.DRAFT_ID, workspace_id: fixture.WORKSPACE, number: 1, is_current: true },
  captions: examples.CAPTION_SET.captions,
  created_at: fixture.ASKED_AT,
  _links: { self: fixture.linkTo(`/captions/${fixture.CAPTION_SET_ID}`), draft: fixture.linkTo(`/drafts/${fixture.DRAFT_ID}`) },
};

export const readCaptionsOperation = defineOperation({
  id: 'readCaptions',
  scope: 'read',
  tag: 'Captions',
  summary: 'Read a caption set',
  description: 'Returns the captions of a set, the current one of its draft or an earlier one.',
  params: CaptionSetParams,
  success: [{ status: 200, description: 'The caption set.', schema: StoredCaptionSetSchema, example: STORED }],
  example: { params: { caption_set_id: fixture.CAPTION_SET_ID } },
  async run(ctx, { params }) {
    return { status: 200, body: await presentCaptionSet(ctx, await readCaptionSet(ctx, params.caption_set_id)) };
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

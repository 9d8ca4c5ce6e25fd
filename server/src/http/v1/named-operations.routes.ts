import { type Static, Type } from 'typebox';
import { requireWorkspace } from '../../access/authorise.ts';
import { voiceWith } from '../../access/workspace-policies.ts';
import type { Generation } from '../../captions/caption-generator.ts';
import { generateCaptions } from '../../captions/generate-captions.ts';
import { noticeInEnglish } from '../../drafts/resolve-approval-required.ts';
import { type AgentContext, defineOperation } from '../engine/operation.ts';
import { IdempotencyHeaders } from './common.schemas.ts';
import { createCaptionsOperation } from './drafts/captions.routes.ts';
import { CaptionSetSchema, CreateCaptionsBody, DescribeTextBody, DescriptionSchema } from './drafts/captions.schemas.ts';
import { captionViews } from './drafts/captions.views.ts';
import { createDraftOperation } from './drafts/drafts.routes.ts';
import { omissionNotices } from './drafts/omission-notices.ts';
import { createPayloadsOperation } from './drafts/payloads.routes.ts';
import * as examples from './examples/drafts.ts';
import { createPublishJobOperation } from './publish-jobs.routes.ts';

const tag = 'Named operations';

type CaptionsBody = Static<typeof CreateCaptionsBody>;
type TextBody = Static<typeof DescribeTextBody>;

/** Each shape has its own condition, so only the errors of the intended one are reported. */
const DescriptionBody = Type.Unsafe<CaptionsBody | TextBody>({
  type: 'object',
  dependentSchemas: { draft_id: CreateCaptionsBody },
  if: { required: ['draft_id'] },
  else: DescribeTextBody,
  description: 'With `draft_id`, writes the captions of that draft. Without it, generates captions for `source_text` and stores nothing.',
});

const NOTHING: Generation = { captions: [], notices: [] };

export const describeOperation = defineOperation({
  id: 'generateDescription',
  scope: 'captions:write',
  tag,
  summary: 'Generate caption and description text',
  description: 'Writes captions for a draft, exactly as POST /v1/captions does, or generates them for a text without storing anything.',
  headers: IdempotencyHeaders,
  body: DescriptionBody,
  success: [
    { status: 201, description: 'The caption set of the draft.', schema: CaptionSetSchema, example: examples.CAPTION_SET },
    {
      status: 200,
      description: 'The captions for the text. Nothing was stored.',
      schema: DescriptionSchema,
      example: examples.DESCRIPTION,
    },
  ],
  // Without a stored result there is no 201.
  location: (_ctx, made) => (made as Static<typeof CaptionSetSchema>)._links.draft.href,
  example: { body: examples.TEXT_TO_DESCRIBE },
  refuses: ['unknown_platform', 'invalid_state', 'text_too_complex'],
  async prepare(ctx, input) {
    const { body } = input;
    if (!isForDraft(body)) return describeText(ctx, body);
    return (await createCaptionsOperation.prepare?.(ctx, { ...input, body })) ?? NOTHING;
  },
  async run(ctx, input, words) {
    const { body } = input;
    if (isForDraft(body)) return createCaptionsOperation.run(ctx, { ...input, body }, words);
    const { captions, notices } = words;
    return {
      status: 200,
      body: {
        captions: await captionViews(ctx, captions, { link: body.link ?? null }),
        notices: [...notices.map(noticeInEnglish), ...omissionNotices(captions)],
      },
    };
  },
});

const isForDraft = (body: CaptionsBody | TextBody): body is CaptionsBody => 'draft_id' in body;

async function describeText(ctx: AgentContext, body: TextBody): Promise<Generation> {
  const workspaceId = body.workspace_id ?? ctx.actor.workspaceId;
  const { voice } = await requireWorkspace(ctx, workspaceId, 'write');
  return generateCaptions(ctx, {
    workspaceId,
    voice: voiceWith(voice, body.wording),
    sourceText: body.source_text,
    link: body.link ?? null,
    platforms: body.platforms,
    tone: body.tone ?? null,
    language: body.language ?? null,
  });
}

/** The other three of the public page: `/v1` operations under other names. */
export const createPostDraftOperation = { ...createDraftOperation, id: 'createPostDraft', tag };
export const createPlatformPayloadOperation = { ...createPayloadsOperation, id: 'createPlatformPayload', tag };
export const queuePublishJobOperation = { ...createPublishJobOperation, id: 'queuePublishJob', tag };

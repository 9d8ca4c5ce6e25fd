import type { Context } from '../../../context.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';
import { loadDraft } from '../../../drafts/draft-queries.ts';
import { DomainError } from '../../../errors.ts';
import { buildPayloads } from '../../../payloads/build-payloads.ts';
import { prepareContent } from '../../../publishing/review/content/prepare-content.ts';
import { defineOperation } from '../../engine/operation.ts';
import { IdempotencyHeaders } from '../common.schemas.ts';
import * as examples from '../examples/drafts.ts';
import { CreatePayloadsBody, PayloadSetSchema } from './payloads.schemas.ts';
import { presentPayloads } from './payloads.views.ts';

/** Also `/create-platform-payload`. */
export const createPayloadsOperation = defineOperation({
  id: 'createPayloads',
  scope: 'payloads:write',
  tag: 'Payloads',
  summary: 'Prepare platform payloads',
  description:
    'Builds and freezes the exact content for each connected account, checked against its platform’s rules. Sends nothing. For a submitted draft, returns its frozen payloads.',
  headers: IdempotencyHeaders,
  body: CreatePayloadsBody,
  success: [{ status: 201, description: 'The payloads.', schema: PayloadSetSchema, example: examples.PAYLOAD_SET }],
  location: (_ctx, made) => made._links.draft.href,
  example: { body: examples.PAYLOADS_WANTED },
  refuses: ['invalid_state', 'text_too_complex'],
  prepare: (ctx, { body }) => prepareContent(ctx, { draftId: body.draft_id, platforms: [] }),
  async run(ctx, { body }) {
    const draft = await loadDraftOf(ctx, body.workspace_id, body.draft_id);
    if (body.platform !== undefined) requirePlatformOf(draft, body.platform);
    const { payloads } = await buildPayloads(ctx, draft);
    const wanted = payloads.filter((payload) => body.platform === undefined || payload.platform === body.platform);
    return { status: 201, body: await presentPayloads(ctx, draft, wanted) };
  },
});

function requirePlatformOf(draft: Draft, platform: string): void {
  if (draft.platforms.includes(platform)) return;
  throw new DomainError('validation_failed', {
    fields: [{ pointer: '/platform', message: `must be a platform of the draft: ${draft.platforms.join(', ')}` }],
  });
}

/** The draft of a request that also names its workspace; `not_found` if it belongs to another one. */
async function loadDraftOf(ctx: Context, workspaceId: string, draftId: string): Promise<Draft> {
  const draft = await loadDraft(ctx, draftId, 'write');
  if (draft.workspaceId !== workspaceId) throw new DomainError('not_found');
  return draft;
}

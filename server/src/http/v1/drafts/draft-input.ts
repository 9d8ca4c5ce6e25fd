import type { Static } from 'typebox';
import { keptWords } from '../../../captions/own-words.ts';
import type { DraftChange } from '../../../drafts/change-draft-source.ts';
import type { CreateAndSubmitInput } from '../../../publishing/review/create-and-submit-draft.ts';
import type { AgentContext } from '../../engine/operation.ts';
import type { ChangeDraftBody, CreateDraftBody } from './drafts.schemas.ts';

/** A new draft as its command takes it. */
export function toDraftInput(ctx: AgentContext, body: Static<typeof CreateDraftBody>): CreateAndSubmitInput {
  return {
    workspaceId: body.workspace_id,
    sourceText: body.source_text,
    platforms: body.platforms,
    link: body.link ?? null,
    wording: body.wording ?? null,
    connectionIds: body.connection_ids ?? null,
    mediaIds: body.media_ids ?? null,
    externalId: body.external_id ?? null,
    noteToReviewer: body.note_to_reviewer ?? null,
    altTexts: body.alt_texts,
    captions: body.captions && keptWords(ctx, body.captions),
    ...(body.approval_required === undefined ? {} : { approvalRequired: body.approval_required }),
    ...(body.publish_mode === undefined ? {} : { publishMode: body.publish_mode }),
  };
}

/** The captions that come with a change. */
export const wordsOf = (ctx: AgentContext, { captions }: Static<typeof ChangeDraftBody>) => captions && keptWords(ctx, captions);

/** The changes that make captions outdated. */
export function contentChanges({ source_text: sourceText, platforms, link, wording }: Static<typeof ChangeDraftBody>): DraftChange {
  return {
    ...(sourceText === undefined ? {} : { sourceText }),
    ...(platforms === undefined ? {} : { platforms }),
    ...(link === undefined ? {} : { link }),
    ...(wording === undefined ? {} : { wording }),
  };
}

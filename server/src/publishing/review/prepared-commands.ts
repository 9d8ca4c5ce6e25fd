import type { Generation } from '../../captions/caption-generator.ts';
import type { Context } from '../../context.ts';
import { loadDraft } from '../../drafts/draft-queries.ts';
import type { RequestNotice } from '../../drafts/resolve-approval-required.ts';
import { DomainError } from '../../errors.ts';
import { type CaptionDraftInput, type CaptionDraftResult, captionDraft } from './caption-draft.ts';
import { type ChangeDraftInput, changeDraft } from './change-draft.ts';
import { type PreparedCaptions, prepareChangedContent, prepareContent, prepareFirstContent } from './content/prepare-content.ts';
import type { DraftResult } from './draft-result.ts';
import { type EditPostInput, editPost, prepareEdit } from './edit-post.ts';
import {
  type CreateAndSubmitInput,
  type CreatePublishJobInput,
  createAndSubmitDraft,
  createPublishJob,
  submitDraft,
} from './submit-draft.ts';

/**
 * A command with network calls: `prepare` before the transaction, `run` inside it with the result. All transports
 * mount it alike; the notices of both are in the result.
 */
export interface PreparedCommand<Wish, Input extends Wish, Result extends { notices: RequestNotice[] }> {
  prepare(ctx: Context, wish: Wish): Promise<Generation>;
  run(tx: Context, input: Input, prepared: Generation): Promise<Result>;
}

export const createDraftCommand = prepared<CreateAndSubmitInput, CreateAndSubmitInput, DraftResult>(
  prepareFirstContent,
  createAndSubmitDraft,
);

type ChangeWish = Pick<ChangeDraftInput, 'draftId' | 'changes' | 'captions' | 'commonWords'>;

export const changeDraftCommand = prepared<ChangeWish, ChangeDraftInput, DraftResult>(
  (ctx, { draftId, changes, captions, commonWords: renewed }) =>
    prepareChangedContent(ctx, { draftId, changes, given: captions?.map(({ platform }) => platform), written: captions, renewed }),
  (tx, input, words) => changeDraft(tx, { ...input, words }),
);

export const editPostCommand = prepared<EditPostInput, EditPostInput, DraftResult>(prepareEdit, (tx, input) => editPost(tx, input));

export interface SubmitDraftInput {
  draftId: string;
  /** Defaults to the draft's own mode. */
  mode?: 'approval_queue' | 'auto' | undefined;
}

export const submitDraftCommand = prepared<SubmitDraftInput, SubmitDraftInput, DraftResult>(
  (ctx, { draftId }) => prepareContent(ctx, { draftId }),
  async (tx, { draftId, mode }, words) => submitDraft(tx, await loadDraft(tx, draftId, 'write'), { mode, words }),
);

export const createPublishJobCommand = prepared<CreatePublishJobInput, CreatePublishJobInput, DraftResult>(
  (ctx, { draftId }) => prepareContent(ctx, { draftId }),
  (tx, input, words) => createPublishJob(tx, { ...input, words }),
);

/** The workspace is required for generating captions. */
export type CaptionWish = Omit<CaptionDraftInput, 'workspaceId'> & { workspaceId?: string };

export const captionDraftCommand = prepared<CaptionWish, CaptionDraftInput, CaptionDraftResult>(
  async (ctx, { workspaceId, draftId, captions, ...wish }) => {
    if (captions) return prepareContent(ctx, { draftId, platforms: [], written: captions });
    const draft = await loadDraft(ctx, draftId, 'write');
    if (draft.workspaceId !== workspaceId) throw new DomainError('not_found');
    return prepareContent(ctx, { ...wish, draftId, platforms: wish.platforms ?? draft.platforms });
  },
  (tx, input, words) => captionDraft(tx, { ...input, words }),
);

function prepared<Wish, Input extends Wish, Result extends { notices: RequestNotice[] }>(
  prepare: PreparedCommand<Wish, Input, Result>['prepare'],
  command: (tx: Context, input: Input, words: PreparedCaptions) => Promise<Result>,
): PreparedCommand<Wish, Input, Result> {
  return {
    prepare,
    async run(tx, input, { captions, notices }) {
      const result = await command(tx, input, captions);
      return { ...result, notices: [...result.notices, ...notices] };
    },
  };
}

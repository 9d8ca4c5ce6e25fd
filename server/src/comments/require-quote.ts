import { currentCaptionsOf } from '../captions/caption-queries.ts';
import type { Context } from '../context.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';

const MOST = FIELD_RULES.comment.quote.maxLength;

/** That a thread is about words which stand in the draft now. */
export async function requireQuote(ctx: Context, draft: Draft, quote: string, platform: string | null): Promise<void> {
  const fault = (message: string) => new DomainError('validation_failed', { message, fields: [{ pointer: '/quote', message }] });
  if (quote.length > MOST) throw fault(`The quoted words must not be longer than ${MOST.toLocaleString('en')} characters.`);
  const texts = platform ? await wordsFor(ctx, draft.id, platform) : [draft.sourceText];
  if (!texts.some((text) => text.includes(quote))) throw fault('The quoted words do not stand there; quote them exactly as they are now.');
}

async function wordsFor(ctx: Context, draftId: string, platform: string): Promise<string[]> {
  const captions = (await currentCaptionsOf(ctx, [draftId])).get(draftId)?.captions ?? [];
  return captions.filter((caption) => caption.platform === platform).flatMap(({ text, thread }) => [text, ...thread]);
}

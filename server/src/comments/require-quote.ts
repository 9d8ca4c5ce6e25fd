import { currentCaptionsOf } from '../captions/caption-queries.ts';
import type { Context } from '../context.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, say, type Words } from '../languages/sentence.ts';
import { currentPayloads } from '../payloads/payload-queries.ts';

const MOST = FIELD_RULES.comment.quote.maxLength;

/** Requires that a thread's quote is part of the current draft. */
export async function requireQuote(ctx: Context, draft: Draft, quote: string, platform: string | null): Promise<void> {
  const fault = (message: Words) => new DomainError('validation_failed', { message, fields: [{ pointer: '/quote', message }] });
  if (quote.length > MOST) throw fault(say`The quoted words must not be longer than ${grouped(MOST)} characters.`);
  const texts = platform ? await wordsFor(ctx, draft, platform) : [draft.sourceText];
  if (!texts.some((text) => text.includes(quote))) throw fault(say`The quote was not found; quote the current text exactly.`);
}

/** As written, and as displayed by the platform, which people read. */
async function wordsFor(ctx: Context, draft: Draft, platform: string): Promise<string[]> {
  const captions = (await currentCaptionsOf(ctx, [draft.id])).get(draft.id)?.captions ?? [];
  const written = captions.filter((caption) => caption.platform === platform).flatMap(({ text, thread }) => [text, ...thread]);
  const shown = (await currentPayloads(ctx, draft)).filter((payload) => payload.platform === platform);
  return [...written, ...shown.flatMap(({ preview }) => preview.parts.map(({ text }) => text))];
}

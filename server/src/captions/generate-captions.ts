import type { Voice } from '../access/workspace-policies.ts';
import type { Context } from '../context.ts';
import { ownerOf } from '../db/request-concurrency.ts';
import { knownPlatforms } from '../drafts/check-draft-fields.ts';
import { textFault } from '../drafts/draft-text.ts';
import type { RequestNotice } from '../drafts/resolve-approval-required.ts';
import { say } from '../languages/sentence.ts';
import type { Generation, MadeCaption } from './caption-generator.ts';
import { isBudgetSpent, recordModelCall } from './model/model-budget.ts';

export interface GenerateCaptionsInput {
  workspaceId: string;
  sourceText: string;
  link?: string | null;
  /** Platform ids. */
  platforms: readonly string[];
  tone?: string | null;
  /** BCP 47. */
  language?: string | null;
  /** The workspace's voice. */
  voice: Voice;
}

/**
 * Captions for each platform; only the model usage is stored. It may call the model over the network, so it must run
 * outside a transaction. Throws `unknown_platform`.
 */
export async function generateCaptions(ctx: Context, input: GenerateCaptionsInput): Promise<Generation> {
  if (ctx.em.isInTransaction()) throw new Error('Captions are generated before the transaction opens.');
  const platforms = knownPlatforms(ctx, [...new Set(input.platforms)]);
  if (platforms.length === 0) return { captions: [], notices: [] };
  const { captions, notices, use } = await ctx.captions.write({
    sourceText: input.sourceText,
    link: input.link ?? null,
    platforms,
    tone: input.tone || input.voice.tone || null,
    language: input.language ?? null,
    voice: input.voice,
    isBudgetSpent: await isBudgetSpent(ctx, input.workspaceId),
    owner: ownerOf(ctx),
  });
  if (use && use.inputTokens + use.outputTokens > 0) await recordModelCall(ctx, input.workspaceId, use);
  return { captions: platforms.map(({ id }) => soundWords(id, captions)), notices: [...notices, ...toneNotices(input, captions)] };
}

/** Only a tone requested now is mentioned, not the workspace's permanent one. */
function toneNotices({ tone }: GenerateCaptionsInput, captions: readonly MadeCaption[]): RequestNotice[] {
  if (!tone || captions.every(({ origin }) => origin === 'model')) return [];
  const message = say`Text taken from your source keeps its tone: only a language model could change it.`;
  return [{ code: 'tone_not_followed', message }];
}

function soundWords(id: string, captions: readonly MadeCaption[]): MadeCaption {
  const caption = captions.find(({ platform }) => platform === id);
  if (!caption) throw new Error(`The caption generator left out ${id}.`);
  const fault = [caption.text, ...caption.tags, ...caption.thread].map(textFault).find((found) => found !== null);
  if (fault) throw new Error(`The caption generator's words for ${id} cannot be kept: a text ${fault}`);
  return caption;
}

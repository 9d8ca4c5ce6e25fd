import { requireWorkspace } from '../../../access/authorise.ts';
import { voiceWith, type Wording } from '../../../access/workspace-policies.ts';
import type { Caption } from '../../../captions/caption.entity.ts';
import type { GeneratedCaption } from '../../../captions/caption-generator.ts';
import { currentCaptions } from '../../../captions/caption-queries.ts';
import type { Context } from '../../../context.ts';
import { ownerOf } from '../../../db/request-concurrency.ts';
import { knownPlatforms } from '../../../drafts/check-draft-fields.ts';
import type { Draft } from '../../../drafts/draft.entity.ts';

/** The unsaved source of generated captions. */
export interface UnsavedSource {
  sourceText: string;
  link: string | null;
  /** Null: the workspace's setting. */
  wording: Wording | null;
}

/**
 * The captions that these platforms get from a source text, by the built-in generator: no network, no model, nothing
 * is stored. Empty without a text.
 */
export async function composeWords(
  ctx: Context,
  workspaceId: string,
  platforms: readonly string[],
  { sourceText, link, wording }: UnsavedSource,
): Promise<GeneratedCaption[]> {
  if (platforms.length === 0 || sourceText.trim() === '') return [];
  const { voice } = await requireWorkspace(ctx, workspaceId, 'read');
  return ctx.captions.compose({
    sourceText,
    link,
    platforms: knownPlatforms(ctx, [...new Set(platforms)]),
    tone: null,
    language: null,
    voice: voiceWith(voice, undefined, wording),
    owner: ownerOf(ctx),
  });
}

/** As above for a draft: its stored generated captions, as long as its source is unchanged. */
export async function commonWordsOf(
  ctx: Context,
  draft: Draft,
  platforms: readonly string[],
  source: UnsavedSource,
): Promise<GeneratedCaption[]> {
  const isUnchanged =
    source.sourceText === draft.sourceText && source.link === (draft.link ?? null) && source.wording === (draft.wording ?? null);
  const current = (await currentCaptions(ctx, draft.id))?.captions.filter(({ platform }) => platforms.includes(platform)) ?? [];
  const kept = isUnchanged ? current.filter(({ origin }) => origin === 'extractive' || origin === 'model') : [];
  const missing = platforms.filter((id) => !kept.some(({ platform }) => platform === id));
  const composed = await composeWords(ctx, draft.workspaceId, missing, source);
  // A network's own settings are kept when its captions are regenerated.
  const settingsOf = (id: string) => current.find(({ platform }) => platform === id)?.settings;
  return [...kept.map(toWords), ...composed].map((words) => ({ ...words, settings: settingsOf(words.platform) ?? {} }));
}

function toWords({ platform, text, tags, thread, omissions, keptPercent }: Caption): GeneratedCaption {
  return { platform, text, tags, thread, ...(omissions && { omissions }), ...(keptPercent == null ? {} : { keptPercent }) };
}

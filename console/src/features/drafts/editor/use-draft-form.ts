import { useForm } from '@mantine/form';
import type { Settings } from '../../../components/posts/settings-fields.tsx';
import type {
  ChangeDraftInput,
  CreateDraftInput,
  PictureInput,
  PictureViewFragment,
  TemplateViewFragment,
  WordsInput,
} from '../../../gql/graphql.ts';
import { fromZonedTime, toZonedTime } from '../../../lib/time/zoned-time.ts';
import type { DraftView } from '../queries.ts';
import { draftFaults } from './draft-faults.ts';
import { filledPosts } from './thread-posts.ts';
import type { WordingValue } from './wording-choice.tsx';

/** One platform's own text while it is edited. */
export interface WordsDraft {
  platform: string;
  text: string;
  tags: string;
  thread: string[];
  /** The network's own settings. */
  settings: Settings;
}

export interface DraftFormValues {
  /** The common words of all platforms. */
  sourceText: string;
  link: string;
  wording: WordingValue;
  platforms: string[];
  /** Empty: every healthy account of the platforms. */
  connectionIds: string[];
  pictures: PictureViewFragment[];
  labels: string[];
  scheduledAt: string;
  /** Of the platforms that differ from the common words. */
  words: WordsDraft[];
  /** After a new draft is saved; an existing one keeps its own. */
  publishMode: 'DRAFT_ONLY' | 'APPROVAL_QUEUE';
}

export type DraftForm = ReturnType<typeof useDraftForm>;

/** The browser's key for a draft's unsaved text. */
export const draftWords = (draftId: string): string => `draft ${draftId}`;

/** The form of a draft; unchanged fields are not sent. `kept`: a time that is set already. */
export function useDraftForm(initialValues: DraftFormValues, timeZone: string, kept: string | null = null) {
  return useForm<DraftFormValues>({ initialValues, validate: draftFaults(timeZone, kept) });
}

/** The form's values of the current draft. */
export function valuesOf(draft: DraftView, timeZone: string): DraftFormValues {
  return {
    ...emptyValues(),
    sourceText: draft.sourceText,
    link: draft.link ?? '',
    wording: draft.wording ?? '',
    platforms: [...draft.platforms],
    connectionIds: [...(draft.connectionIds ?? [])],
    labels: [...draft.labels],
    pictures: draft.pictures.map((picture) => ({ ...picture })),
    scheduledAt: draft.scheduledAt ? toZonedTime(new Date(draft.scheduledAt), timeZone) : '',
    words: draft.captions
      .filter(({ origin }) => origin === 'PERSON' || origin === 'AGENT')
      .map(({ platform, text, tags, thread, settings }) => ({
        ...{ platform, text, tags: tags.join(', ') },
        thread: [...thread],
        settings: { ...settings },
      })),
  };
}

/** Of a new draft that begins with a template; accounts that are gone are left out. */
export function valuesOfTemplate(template: TemplateViewFragment, accounts: readonly { id: string }[]): DraftFormValues {
  const { sourceText, link, wording, platforms, connectionIds, labels, words } = template;
  return {
    ...emptyValues(platforms),
    ...{ sourceText, link: link ?? '', wording: wording ?? '', labels: [...labels] },
    connectionIds: (connectionIds ?? []).filter((id) => accounts.some((account) => account.id === id)),
    words: words.map(({ platform, text, tags, thread, settings }) => ({
      ...{ platform, text, tags: tags.join(', '), thread: [...thread], settings: { ...settings } },
    })),
  };
}

/** Of a new draft. */
export function emptyValues(platforms: readonly string[] = []): DraftFormValues {
  return {
    ...{ sourceText: '', link: '', wording: '', connectionIds: [], pictures: [], labels: [], scheduledAt: '', words: [] },
    platforms: [...platforms],
    publishMode: 'DRAFT_ONLY',
  };
}

/** The changes in the server's format; null if there are none. */
export function changesOf(
  seen: DraftFormValues,
  now: DraftFormValues,
  timeZone: string,
): Omit<ChangeDraftInput, 'draftId' | 'revision'> | null {
  const differs = (field: keyof DraftFormValues): boolean => JSON.stringify(seen[field]) !== JSON.stringify(now[field]);
  const words = changedWords(seen, now);
  const commonWords = backToCommon(seen, now);
  const changes = {
    ...(differs('sourceText') ? { sourceText: now.sourceText } : {}),
    ...(differs('link') ? { link: now.link.trim() || null } : {}),
    ...(differs('wording') ? { wording: now.wording || null } : {}),
    ...(differs('platforms') ? { platforms: now.platforms } : {}),
    ...(differs('connectionIds') ? { connectionIds: now.connectionIds.length > 0 ? now.connectionIds : null } : {}),
    ...(differs('pictures') ? { pictures: now.pictures.map(toPictureInput) } : {}),
    ...(differs('scheduledAt') ? { scheduledAt: fromZonedTime(now.scheduledAt, timeZone)?.toISOString() ?? null } : {}),
    ...(differs('labels') ? { labels: now.labels } : {}),
    ...(words.length > 0 ? { words } : {}),
    ...(commonWords.length > 0 ? { commonWords } : {}),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

/** A new draft in the server's format. */
export function toCreateInput(values: DraftFormValues, workspaceId: string, timeZone: string): CreateDraftInput {
  const { sourceText, link, wording, pictures, platforms, connectionIds, labels, scheduledAt, publishMode } = values;
  const own = ownWords(values);
  return {
    workspaceId,
    sourceText,
    platforms,
    publishMode,
    ...(link.trim() === '' ? {} : { link: link.trim() }),
    ...(wording === '' ? {} : { wording }),
    ...(pictures.length === 0 ? {} : { pictures: pictures.map(toPictureInput) }),
    ...(connectionIds.length === 0 ? {} : { connectionIds }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(scheduledAt === '' ? {} : { scheduledAt: fromZonedTime(scheduledAt, timeZone)?.toISOString() ?? null }),
    ...(own.length === 0 ? {} : { words: own.map(toWordsInput) }),
  };
}

export function toPictureInput({ id, altText, seconds, cover, subtitles }: PictureViewFragment): PictureInput {
  if (seconds === null) return { mediaId: id, altText };
  return {
    ...{ mediaId: id, altText },
    cover: cover ? { mediaId: cover.mediaId, atMs: cover.atMs } : {},
    subtitles: subtitles ? { mediaId: subtitles.mediaId, language: subtitles.language } : {},
  };
}

/** Only texts that were changed here; the others keep their author. */
export function changedWords(seen: DraftFormValues, now: DraftFormValues): WordsInput[] {
  return ownWords(now)
    .filter((words) => JSON.stringify(seen.words.find(({ platform }) => platform === words.platform)) !== JSON.stringify(words))
    .map(toWordsInput);
}

/** Platforms whose own text was removed. */
function backToCommon(seen: DraftFormValues, now: DraftFormValues): string[] {
  const own = new Set(ownWords(now).map(({ platform }) => platform));
  return seen.words.map(({ platform }) => platform).filter((platform) => now.platforms.includes(platform) && !own.has(platform));
}

/** The texts of chosen platforms; one that was emptied is none, unless its network's settings are filled in. */
export function ownWords({ words, platforms }: DraftFormValues): WordsDraft[] {
  return words
    .filter(({ platform }) => platforms.includes(platform))
    .filter(({ text, tags, thread, settings }) =>
      [text, tags, ...thread, ...Object.values(settings)].some((part) => typeof part === 'boolean' || part.trim() !== ''),
    );
}

export function toWordsInput({ platform, text, tags, thread, settings }: WordsDraft): WordsInput {
  const [first = '', ...others] = filledPosts([text, ...thread]);
  return { platform, text: first, tags: readTags(tags), thread: others, settings };
}

function readTags(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '');
}

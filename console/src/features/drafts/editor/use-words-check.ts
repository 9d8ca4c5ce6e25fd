import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isWebAddress } from '../../../../../server/src/field-rules.ts';
import { LookUpReferencesDocument, type WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { unreachable } from '../../../lib/http/post-json.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { checkQuery, type DraftView, type UnsavedWords } from '../queries.ts';
import { namesIn } from './mentions.ts';
import { type DraftForm, type DraftFormValues, ownWords, toPictureInput, toWordsInput, type WordsDraft } from './use-draft-form.ts';

const CHECK_AFTER_MS = 300;
const FRESH_MS = 5_000;

export interface WordsChecks {
  /** In the order of the chosen platforms. After an error or while typing, the last ones that the server gave. */
  checks: WordsCheckViewFragment[];
  /** Whether they are of an older text. */
  isBehind: boolean;
  /** Why they stay so; null while the server is being asked, or has answered. */
  fault: Error | null;
  retry: () => void;
  /** A network's own words; where it has none, what the common ones are for it at this moment, split as it splits them. */
  readWords: (platform: string) => Promise<WordsDraft>;
}

/** What the form's words become on each chosen platform: asked shortly after the last key, and aborted by the next. */
export function useWordsCheck(draft: DraftView | null, form: DraftForm): WordsChecks {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const draftId = draft?.id ?? null;
  const { values } = form;
  // As text: another object with equal content asks nothing.
  const now = JSON.stringify(unsavedWords(values));
  const [asked] = useDebouncedValue(now, CHECK_AFTER_MS);
  const lookedUpAt = useReferences(values);
  const query = useQuery(checkQuery(workspaceId, draftId, JSON.parse(asked), lookedUpAt));
  const [good, setGood] = useState<readonly WordsCheckViewFragment[]>([]);
  if (query.data && query.data !== good) setGood(query.data);
  const isEmpty = values.sourceText.trim() === '' && ownWords(values).length === 0;
  const checks = isEmpty ? [] : values.platforms.flatMap((id) => good.find(({ platform }) => platform === id) ?? []);
  const readWords = async (platform: string): Promise<WordsDraft> => {
    const current = form.getValues();
    const own = current.words.find((each) => each.platform === platform);
    if (own) return own;
    const settings = { ...draft?.captions.find((each) => each.platform === platform)?.settings };
    const whole: WordsDraft = { platform, text: current.sourceText, tags: '', thread: [], settings };
    if (current.sourceText.trim() === '') return whole;
    const read = checkQuery(workspaceId, draftId, unsavedWords(current), lookedUpAt);
    // Without an answer it is one text: the server says whether that is too long.
    const answer = await queryClient.fetchQuery({ ...read, staleTime: FRESH_MS }).catch(() => []);
    const check = answer.find((each) => each.platform === platform);
    return check ? { ...whole, text: check.text, tags: check.tags.join(', '), thread: [...check.thread] } : whole;
  };
  const fault = isEmpty || query.isFetching ? null : query.isPaused ? unreachable() : query.error;
  const isBehind = asked !== now || query.isFetching || fault !== null;
  return { checks, isBehind, fault, retry: () => void query.refetch(), readWords };
}

const LOOK_UP_AFTER_MS = 700;
const LINK = /https?:\/\/[^\s<>"]+/i;

/** Has the accounts and the page that the words refer to looked up; answers when that was, 0 for never. */
function useReferences(values: DraftFormValues): number {
  const { id: workspaceId } = useWorkspace();
  const own = ownWords(values).flatMap(({ text, thread }) => [text, ...thread]);
  const written = [values.sourceText, ...own];
  const address = values.link.trim();
  const link = isWebAddress(address) ? address : null;
  const comments = ownWords(values).flatMap(({ settings }) => (typeof settings.first_comment === 'string' ? [settings.first_comment] : []));
  // Of a comment the names alone: its links get no card.
  const texts = [...written, ...comments.flatMap(namesIn)];
  const names = [...new Set(texts.flatMap(namesIn))];
  const referred = { platforms: values.platforms, names, links: link ? [link] : written.flatMap((text) => LINK.exec(text)?.[0] ?? []) };
  const now = JSON.stringify(referred);
  const [asked] = useDebouncedValue(now, LOOK_UP_AFTER_MS);
  const { data = 0 } = useQuery({
    queryKey: ['references', workspaceId, asked],
    queryFn: async () => {
      await runDocument(LookUpReferencesDocument, { input: { workspaceId, platforms: values.platforms, texts, link } });
      return Date.now();
    },
    enabled: asked === now && referred.platforms.length > 0 && names.length + referred.links.length > 0,
    staleTime: 5 * 60_000,
    retry: false,
  });
  return data;
}

function unsavedWords(values: DraftFormValues): UnsavedWords {
  const { sourceText, link, wording, pictures, platforms } = values;
  const address = link.trim();
  return {
    words: ownWords(values).map(toWordsInput),
    unsaved: {
      sourceText,
      // Half an address is none yet.
      link: isWebAddress(address) ? address : null,
      wording: wording || null,
      pictures: pictures.map(toPictureInput),
      platforms,
    },
  };
}

import { Tabs } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import classes from '../draft.module.css';
import { checkQuery, type DraftView, platformsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { type DraftForm, toPictureInput, toWordsInput, type WordsDraft } from './use-draft-form.ts';
import { WordsFields } from './words-fields.tsx';
import { WordsLook } from './words-look.tsx';

const CHECK_AFTER_MS = 300;

/** The text for each platform in tabs, checked by the server while typing. */
export function WordsTabs({ draft, form }: { draft: DraftView; form: DraftForm }) {
  const { platforms, words, link, pictures } = form.values;
  const shown = platforms.map((platform) => words.find((known) => known.platform === platform) ?? emptyWords(platform));
  const beside = { link: link.trim() || null, pictures: pictures.map(toPictureInput) };
  const [asked] = useDebouncedValue({ words: shown.filter(hasWords).map(toWordsInput), beside }, CHECK_AFTER_MS);
  const checks = useQuery(checkQuery(draft.id, asked.words, asked.beside));
  const known = useQuery(platformsQuery);
  const settingsOf = (id: string) => known.data?.find((platform) => platform.id === id)?.settings ?? [];
  const checkOf = (platform: string) => checks.data?.find((check) => check.platform === platform);
  const write = (next: WordsDraft): void =>
    form.setFieldValue('words', [...words.filter(({ platform }) => platform !== next.platform), next]);
  if (shown.length === 0) return <p className={classes.note}>{texts.write.platformMissing}</p>;
  return (
    <Tabs defaultValue={platforms[0] ?? ''} keepMounted={false}>
      <Tabs.List aria-label={texts.captions}>
        {shown.map(({ platform }) => {
          const isFaulty = (checkOf(platform)?.violations.length ?? 0) > 0;
          return (
            <Tabs.Tab key={platform} value={platform} rightSection={isFaulty ? <ToneIcon tone="bad" size={14} /> : null}>
              <PlatformMark id={platform} />
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {shown.map((mine) => (
        <Tabs.Panel key={mine.platform} value={mine.platform} pt="md">
          <div className={classes.besides}>
            <WordsFields
              words={mine}
              settings={settingsOf(mine.platform)}
              origin={draft.captions.find(({ platform }) => platform === mine.platform)?.origin}
              check={hasWords(mine) ? checkOf(mine.platform) : undefined}
              onChange={write}
            />
            <WordsLook platform={mine.platform} check={hasWords(mine) ? checkOf(mine.platform) : undefined} />
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function emptyWords(platform: string): WordsDraft {
  return { platform, text: '', tags: '', thread: [], settings: {} };
}

function hasWords({ text, thread, tags }: WordsDraft): boolean {
  return [text, tags, ...thread].some((part) => part.trim() !== '');
}

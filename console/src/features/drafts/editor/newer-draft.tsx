import { Button, Group } from '@mantine/core';
import { listed } from '../../../components/texts.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import type { DraftView } from '../queries.ts';
import { texts } from '../texts.ts';
import { WordDiff, wholeText } from '../word-diff.tsx';
import { changesOf, type DraftFormValues, toWordsInput, valuesOf } from './use-draft-form.ts';

interface Props {
  mine: DraftFormValues;
  theirs: DraftView;
  onMine: () => void;
  onTheirs: () => void;
}

const LABELS = {
  pictures: texts.pictures.title,
  link: texts.link,
  scheduledAt: texts.newerTime,
  platforms: texts.write.platforms,
  connectionIds: texts.accounts,
  labels: texts.labels.title,
  wording: texts.wording.title,
} as const;

/** What of the other version would be replaced besides its texts, as the form calls it. */
function otherChanges(mine: DraftFormValues, theirs: DraftView, timeZone: string): string[] {
  const changes = changesOf(valuesOf(theirs, timeZone), mine, timeZone) ?? {};
  return Object.entries(LABELS).flatMap(([field, label]) => (field in changes ? [label] : []));
}

/** After a conflict: the other version next to the form's. No text is discarded without a choice. */
export function NewerDraft({ mine, theirs, onMine, onTheirs }: Props) {
  const written = theirs.captions.filter(({ origin }) => origin === 'PERSON' || origin === 'AGENT');
  const platforms = new Set([...mine.words, ...written].map(({ platform }) => platform));
  const others = otherChanges(mine, theirs, useTimeZone());
  return (
    <Notice tone="wait" title={texts.newer({ revision: theirs.revision })}>
      <p>{texts.newerHow}</p>
      <WordDiff platform={texts.source} before={theirs.sourceText} after={mine.sourceText} />
      {[...platforms].map((platform) => {
        const own = mine.words.find((words) => words.platform === platform);
        const other = theirs.captions.find((words) => words.platform === platform);
        return (
          <WordDiff
            key={platform}
            platform={platform}
            before={other ? wholeText(other) : ''}
            after={own ? wholeText(toWordsInput(own)) : ''}
          />
        );
      })}
      {others.length > 0 && <p>{texts.newerAlso({ fields: listed(others) })}</p>}
      <Group gap="xs" mt={8}>
        <Button variant="default" size="xs" onClick={onTheirs}>
          {texts.takeTheirs}
        </Button>
        <Button variant="default" size="xs" onClick={onMine}>
          {texts.keepMine}
        </Button>
      </Group>
    </Notice>
  );
}

import { Button, Group } from '@mantine/core';
import { Notice } from '../../../components/ui/notice.tsx';
import type { DraftView } from '../queries.ts';
import { texts } from '../texts.ts';
import { WordDiff, wholeText } from '../word-diff.tsx';
import { type DraftFormValues, toWordsInput } from './use-draft-form.ts';

interface Props {
  mine: DraftFormValues;
  theirs: DraftView;
  onMine: () => void;
  onTheirs: () => void;
}

/** After a conflict: the other version next to the form's. No text is discarded without a choice. */
export function NewerDraft({ mine, theirs, onMine, onTheirs }: Props) {
  const written = theirs.captions.filter(({ origin }) => origin === 'PERSON' || origin === 'AGENT');
  const platforms = new Set([...mine.words, ...written].map(({ platform }) => platform));
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

import { Button, TextInput } from '@mantine/core';
import { SettingsFields } from '../../../components/posts/settings-fields.tsx';
import type { CaptionOrigin, NetworkSettingFragment, WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';
import { Faults } from './counts.tsx';
import { ThreadFields } from './thread-fields.tsx';
import type { WordsDraft } from './use-draft-form.ts';

interface Props {
  words: WordsDraft;
  /** The options of a post that only this network has. */
  settings: readonly NetworkSettingFragment[];
  /** The origin of the saved text; absent if there is none. */
  origin: CaptionOrigin | undefined;
  check: WordsCheckViewFragment | undefined;
  /** The network, if its accounts can be searched. */
  networks: readonly { id: string; label: string }[];
  onChange: (words: WordsDraft) => void;
  /** Removes them in favour of the common words. */
  onBack: () => void;
}

/** One network's own text, thread, tags and settings, and everything that does not fit. */
export function WordsFields({ words, settings, origin, check, networks, onChange, onBack }: Props) {
  return (
    <div className={classes.words}>
      <div className={classes.ownHead}>
        <span>{origin === 'AGENT' ? texts.origins.AGENT : texts.composer.ownHint}</span>
        <Button variant="subtle" size="compact-xs" onClick={onBack}>
          {texts.composer.back}
        </Button>
      </div>
      <ThreadFields
        posts={[words.text, ...words.thread]}
        check={check}
        networks={networks}
        onChange={([text = '', ...thread]) => onChange({ ...words, text, thread })}
      />
      <TextInput
        label={texts.tags}
        description={texts.tagsHint}
        value={words.tags}
        onChange={({ currentTarget: { value } }) => onChange({ ...words, tags: value })}
      />
      <SettingsFields declared={settings} settings={words.settings} onChange={(chosen) => onChange({ ...words, settings: chosen })} />
      <Faults checks={check ? [check] : []} />
    </div>
  );
}

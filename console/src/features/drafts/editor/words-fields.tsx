import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { SettingsFields } from '../../../components/posts/settings-fields.tsx';
import type { CaptionOrigin, NetworkSettingFragment, WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';
import { Faults, Length } from './counts.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { PostField } from './mention-list.tsx';
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
  /** Puts a text in the place of another, as long as that is still there. */
  onReplace: (index: number, from: string, to: string) => void;
  /** Removes them in favour of the common words. */
  onBack: () => void;
}

const FIRST_COMMENT = 'first_comment';
const OF_COMMENT = `settings/${FIRST_COMMENT}`;

/** One network's own text, thread, tags and settings, and everything that does not fit. */
export function WordsFields({ words, settings, origin, check, networks, onChange, onReplace, onBack }: Props) {
  const comment = settings.find(({ name }) => name === FIRST_COMMENT);
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
        onReplace={onReplace}
      />
      <TextInput
        label={texts.tags}
        dir="auto"
        description={texts.tagsHint}
        value={words.tags}
        onChange={({ currentTarget: { value } }) => onChange({ ...words, tags: value })}
        enterKeyHint="next"
        onKeyDown={({ key, nativeEvent }) => {
          const tags = words.tags.trim();
          if (key === 'Enter' && !nativeEvent.isComposing && tags !== '') onChange({ ...words, tags: `${tags.replace(/,$/, '')}, ` });
        }}
      />
      <SettingsFields
        declared={settings.filter(({ name }) => name !== FIRST_COMMENT)}
        settings={words.settings}
        onChange={(chosen) => onChange({ ...words, settings: chosen })}
      />
      {comment && (
        <FirstComment
          declared={comment}
          text={String(words.settings[FIRST_COMMENT] ?? '')}
          check={check}
          networks={networks}
          onChange={(text) => onChange({ ...words, settings: { ...words.settings, [FIRST_COMMENT]: text } })}
        />
      )}
      <Faults checks={check ? [{ ...check, violations: check.violations.filter(({ field }) => field !== OF_COMMENT) }] : []} />
    </div>
  );
}

interface CommentProps extends Pick<Props, 'check' | 'networks'> {
  declared: NetworkSettingFragment;
  text: string;
  onChange: (text: string) => void;
}

/** A text as those of posts are, with its own length, and what is wrong with it. */
function FirstComment({ declared: { label, remark }, text, check, networks, onChange }: CommentProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const faults = check?.violations.filter((violation) => violation.field === OF_COMMENT) ?? [];
  const count = check?.preview.settings.find(({ name }) => name === FIRST_COMMENT)?.count;
  return (
    <div>
      <PostField
        field={field}
        networks={networks}
        label={label}
        description={remark}
        error={faults.length > 0 && faults.map(({ message, remedy }) => `${message} ${remedy}`).join(' ')}
        autosize
        minRows={2}
        maxRows={10}
        value={text}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <div className={classes.postFoot}>
        {count && <Length {...count} />}
        <div className={classes.postTools}>
          <EmojiButton label={texts.emoji.insertComment} field={() => field.current} />
        </div>
      </div>
    </div>
  );
}

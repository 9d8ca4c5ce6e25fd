import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { SettingsFields } from '../../../components/posts/settings-fields.tsx';
import { texts as shared } from '../../../components/texts.ts';
import { ToneIcon } from '../../../components/ui/status.tsx';
import type { CaptionOrigin, NetworkSettingFragment, WordsCheckViewFragment } from '../../../gql/graphql.ts';
import classes from '../draft.module.css';
import { texts } from '../texts.ts';
import type { WordsDraft } from './use-draft-form.ts';

interface Props {
  words: WordsDraft;
  /** The options of a post that only this network has. */
  settings: readonly NetworkSettingFragment[];
  /** The origin of the current text; absent if there is none. */
  origin: CaptionOrigin | undefined;
  check: WordsCheckViewFragment | undefined;
  onChange: (words: WordsDraft) => void;
}

/** Text, thread and tags for one platform, with its own counting under each post and everything that does not fit. */
export function WordsFields({ words, settings, origin, check, onChange }: Props) {
  const { text, thread, tags } = words;
  const setPost = (index: number, post: string): void =>
    onChange({ ...words, thread: thread.map((old, at) => (at === index ? post : old)) });
  return (
    <Stack gap="sm">
      <p className={classes.note}>{origin ? texts.origins[origin] : texts.noWordsYet}</p>
      <Textarea
        label={texts.text}
        autosize
        minRows={4}
        maxRows={14}
        dir="auto"
        value={text}
        onChange={({ currentTarget: { value } }) => onChange({ ...words, text: value })}
      />
      <Count check={check} index={0} />
      {thread
        .map((post, index) => ({ post, index }))
        .map(({ post, index }) => (
          <div key={index} className={classes.threadPost}>
            <Textarea
              label={texts.thread(index)}
              autosize
              minRows={3}
              maxRows={14}
              dir="auto"
              value={post}
              onChange={({ currentTarget: { value } }) => setPost(index, value)}
            />
            <Count check={check} index={index + 1} />
            <Button
              variant="subtle"
              size="xs"
              justify="flex-start"
              onClick={() => onChange({ ...words, thread: thread.filter((_, at) => at !== index) })}
            >
              {texts.removePost}
            </Button>
          </div>
        ))}
      <Button variant="default" size="xs" w="fit-content" onClick={() => onChange({ ...words, thread: [...thread, ''] })}>
        {texts.addPost}
      </Button>
      <TextInput
        label={texts.tags}
        description={texts.tagsHint}
        value={tags}
        onChange={({ currentTarget: { value } }) => onChange({ ...words, tags: value })}
      />
      <SettingsFields declared={settings} settings={words.settings} onChange={(chosen) => onChange({ ...words, settings: chosen })} />
      <Faults check={check} />
    </Stack>
  );
}

/** As the platform counts; there once the server has counted. */
function Count({ check, index }: { check: WordsCheckViewFragment | undefined; index: number }) {
  const part = check?.preview.parts[index];
  if (!part) return null;
  const isOver = part.length > part.limit;
  return (
    <p className={classes.count} data-over={isOver || undefined} title={shared.counts[part.unit] ?? part.unit}>
      {isOver && <ToneIcon tone="bad" size={14} />}
      {shared.length(part.length, part.limit)}
    </p>
  );
}

function Faults({ check }: { check: WordsCheckViewFragment | undefined }) {
  return (
    <ul className={classes.faults} aria-live="polite">
      {check?.violations.map(({ code, field, start, message, remedy }) => (
        <li key={`${code} ${field} ${start}`} className={classes.fault}>
          <ToneIcon tone="bad" />
          <span>
            {message} {remedy}
          </span>
        </li>
      ))}
      {check?.findings.map(({ check: name, severity, field, start, message }) => (
        <li key={`${name} ${field} ${start}`} className={classes.fault}>
          <ToneIcon tone={severity === 'BLOCK' ? 'bad' : 'wait'} />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}

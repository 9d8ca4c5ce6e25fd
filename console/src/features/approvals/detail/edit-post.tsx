import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { editingTexts } from '../../../components/editing-texts.ts';
import { PlatformMark } from '../../../components/posts/platform-mark.tsx';
import { PostCards } from '../../../components/posts/post-cards.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import { HALF_TYPED, WhenField } from '../../../components/ui/when-field.tsx';
import { caretAtEnd } from '../../../lib/caret-at-end.ts';
import { zoneName } from '../../../lib/time/format-time.ts';
import { fromZonedTime, toZonedTime } from '../../../lib/time/zoned-time.ts';
import { texts } from '../texts.ts';
import classes from './edit-post.module.css';
import type { Editing } from './use-edits.ts';

interface Props {
  editing: Editing;
  /** The post has changed meanwhile: what was typed can only be copied. */
  isOver: boolean;
  notice: ReactNode;
  label: string;
}

/** Editor for text, targets and time, next to the server's preview. */
export function EditPost({ editing, isOver, notice, label }: Props) {
  const { words, platforms, scheduledAt, change, made, error } = editing;
  return (
    <section className={classes.edit} aria-label={texts.edit.title}>
      <div className={classes.fields}>
        {isOver ? <p className={classes.note}>{editingTexts.notSaved}</p> : notice}
        {words.map((own, index) => (
          <fieldset key={own.platform} className={classes.platform}>
            <legend>
              <Checkbox
                label={<PlatformMark id={own.platform} />}
                checked={platforms.includes(own.platform)}
                disabled={isOver || (platforms.length === 1 && platforms.includes(own.platform))}
                onChange={({ currentTarget: { checked } }) =>
                  change({
                    platforms: words
                      .map(({ platform }) => platform)
                      .filter((id) => (id === own.platform ? checked : platforms.includes(id))),
                  })
                }
              />
            </legend>
            {platforms.includes(own.platform) && <Words own={own} isFirst={index === 0} isOver={isOver} change={change} />}
          </fieldset>
        ))}
        <Time editing={editing} isOver={isOver} />
      </div>
      {!isOver && (
        <div className={classes.made} aria-live="polite">
          {scheduledAt !== '' && <p className={classes.note}>{made || error ? texts.edit.made : texts.edit.making}</p>}
          {error && <Problem error={error} title={texts.edit.refused} />}
          {made && <PostCards payloads={made.payloads} findings={made.findings} label={label} />}
        </div>
      )}
    </section>
  );
}

interface WordsProps {
  own: Editing['words'][number];
  isFirst: boolean;
  isOver: boolean;
  change: Editing['change'];
}

function Words({ own, isFirst, isOver, change }: WordsProps) {
  const [tags, setTags] = useState(own.tags.join(', '));
  const posts = [own.text, ...own.thread];
  const write = (at: number, text: string): void => {
    const [first = '', ...thread] = posts.map((post, index) => (index === at ? text : post));
    change({ words: { ...own, text: first, thread } });
  };
  return (
    <>
      {posts.map((post, index) => (
        <Textarea
          // biome-ignore lint/suspicious/noArrayIndexKey: a post of a thread is its place in it.
          key={index}
          aria-label={texts.edit.words({ platform: own.platform, post: index + 1, of: posts.length })}
          autosize
          minRows={3}
          maxRows={16}
          data-autofocus={isFirst && index === 0 ? true : undefined}
          ref={isFirst && index === 0 ? caretAtEnd : null}
          autoFocus={isFirst && index === 0}
          readOnly={isOver}
          value={post}
          onChange={({ currentTarget: { value } }) => write(index, value)}
        />
      ))}
      <TextInput
        label={texts.edit.tags}
        dir="auto"
        readOnly={isOver}
        value={tags}
        onChange={({ currentTarget: { value } }) => {
          setTags(value);
          change({ words: { ...own, tags: readTags(value) } });
        }}
      />
    </>
  );
}

function Time({ editing: { scheduledAt, change }, isOver }: Pick<Props, 'editing' | 'isOver'>) {
  const zone = useTimeZone();
  const local = scheduledAt ? toZonedTime(new Date(scheduledAt), zone) : '';
  return (
    <div className={classes.time}>
      <WhenField
        label={texts.edit.time({ zone: zoneName(zone) })}
        readOnly={isOver}
        value={scheduledAt === '' ? HALF_TYPED : local}
        onValue={(value) => change({ scheduledAt: value === HALF_TYPED ? '' : (fromZonedTime(value, zone)?.toISOString() ?? null) })}
      />
      {!isOver && scheduledAt !== null && (
        <Button variant="subtle" size="xs" onClick={() => change({ scheduledAt: null })}>
          {texts.edit.atOnce}
        </Button>
      )}
    </div>
  );
}

function readTags(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== '');
}

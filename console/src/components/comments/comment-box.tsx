import { Button, Switch, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { useKeptText } from '../unsaved/use-kept-text.tsx';
import type { AboutWords } from './about-words.ts';
import classes from './comments.module.css';
import { texts } from './texts.ts';
import { useNames } from './use-names.ts';

interface Props {
  /** The key under which unsaved text is kept in the browser, such as `comment ID`. */
  name: string;
  label: string;
  /** Under the field, in a sentence. */
  hint?: string;
  /** Whether the author chooses if outsiders see it. */
  hasChoice?: boolean;
  /** The quoted words, a new object for each selection. */
  about?: AboutWords | null;
  onDropAbout?: () => void;
  /** The people who can be mentioned by `@`; none by default. */
  names?: readonly string[];
  onSend: (text: string, isShared: boolean) => Promise<unknown>;
  onLeave?: () => void;
}

/** A text field; the text stays until it is saved. */
export function CommentBox({ name, label, hint, hasChoice = false, about = null, onDropAbout, names = [], onSend, onLeave }: Props) {
  const { text, setText, isFound, notice } = useKeptText(name);
  const [isShared, setShared] = useState(false);
  const [isSending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { list, look, close, fieldProps } = useNames({ text, setText, field, names });
  useEffect(() => {
    const folded = field.current?.closest('details');
    if (folded && (about !== null || isFound)) folded.open = true;
    if (about === null) return;
    field.current?.scrollIntoView({ block: 'center' });
    field.current?.focus({ preventScroll: true });
  }, [about, isFound]);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (text.trim() === '' || isSending) return;
    setSending(true);
    try {
      await onSend(text, isShared);
      const newer = typedSince(text, field.current?.value ?? '');
      setText(newer);
      if (newer === '') onLeave?.();
    } catch {
      // The parent shows the error.
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={classes.box} onSubmit={send}>
      {about !== null && (
        <div className={classes.about}>
          <blockquote className={classes.quote} dir="auto">
            {about.quote}
          </blockquote>
          <Button size="compact-xs" variant="subtle" onClick={onDropAbout}>
            {texts.notOnWords}
          </Button>
        </div>
      )}
      <div className={classes.field}>
        <Textarea
          ref={field}
          label={label}
          description={hint}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={FIELD_RULES.comment.text.maxLength}
          value={text}
          {...fieldProps}
          onBlur={close}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            look();
          }}
        />
        {list && (
          <div id={list.id} role="listbox" aria-label={texts.names} className={classes.names}>
            {list.names.map((name, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, as of a combobox
              <div
                key={name}
                id={list.optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === list.active}
                // Else the field would lose the focus before the press is done.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => list.take(name)}
              >
                {name}
              </div>
            ))}
          </div>
        )}
      </div>
      {notice}
      {hasChoice && <Switch label={texts.shared} checked={isShared} onChange={({ currentTarget: { checked } }) => setShared(checked)} />}
      <div className={classes.buttons}>
        <Button type="submit" size="xs" variant="default" loading={isSending} disabled={text.trim() === ''}>
          {texts.send}
        </Button>
        {onLeave && (
          <Button size="xs" variant="subtle" onClick={onLeave}>
            {texts.leave}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What was typed while the rest was on its way. */
function typedSince(sent: string, now: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

import { Button, InputBase } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { caretAtEnd } from '../../../lib/caret-at-end.ts';
import { isMac } from '../sending-texts.ts';
import { texts } from '../texts.ts';
import classes from './decision-bar.module.css';
import { Choice } from './decision-buttons.tsx';

interface Props {
  isOff: boolean;
  words: string;
  /** About restored text. */
  notice: ReactNode;
  onWords: (words: string) => void;
  onAsk: () => void;
  onReject: () => void;
  onLeave: () => void;
}

/** Replaces the other buttons, so neither Tab nor Enter leads from the text to an approval. */
export function AskForChanges({ isOff, words, notice, onWords, onAsk, onReject, onLeave }: Props) {
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => caretAtEnd(field.current), []);
  const withWords = (send: () => void) => (): void => {
    if (words.trim() !== '') send();
    else {
      setMissing(true);
      field.current?.focus();
    }
  };
  const ask = withWords(onAsk);
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onLeave();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault();
      ask();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and its buttons, wherever in it the focus is.
    <div className={classes.ask} onKeyDown={press}>
      <InputBase
        component="textarea"
        multiline
        ref={field}
        classNames={{ input: classes.words }}
        aria-label={texts.ask.what}
        placeholder={texts.ask.what}
        autoFocus
        rows={2}
        maxLength={FIELD_RULES.decision.comment.maxLength}
        value={words}
        error={isMissing ? texts.ask.missing : null}
        onChange={({ currentTarget: { value } }) => {
          onWords(value);
          setMissing(false);
        }}
      />
      {notice}
      <div className={classes.buttons} data-ask>
        <Choice isMain icon={IconMessage2} keys={texts.ask.keys({ mac: isMac })} disabled={isOff} onClick={ask}>
          {texts.change}
        </Choice>
        <Button variant="default" disabled={isOff} onClick={withWords(onReject)}>
          {texts.ask.reject}
        </Button>
        <Button variant="subtle" onClick={onLeave}>
          {texts.ask.leave}
        </Button>
      </div>
    </div>
  );
}

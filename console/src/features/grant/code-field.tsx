import { TextInput } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import classes from './grant.module.css';
import { texts } from './texts.ts';
import { caretIn, showUserCode } from './user-code.ts';

interface Props {
  value: string;
  error: string | null;
  onChange: (shown: string) => void;
}

/** One field for the whole code, shown in groups of four letters; pasted text is normalised. */
export function CodeField({ value, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // Writing the dash in would move the caret to the end.
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextInput
      ref={input}
      label={texts.code}
      description={texts.codeHint}
      error={error}
      value={value}
      onChange={({ currentTarget }) => {
        caret.current = caretIn(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
        onChange(showUserCode(currentTarget.value));
      }}
      placeholder="XXXX-XXXX"
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      inputMode="text"
      enterKeyHint="go"
      autoFocus
      classNames={{ input: classes.code }}
      data-1p-ignore
    />
  );
}

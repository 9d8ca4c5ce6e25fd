/// <reference path="./emojis.d.ts" />
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, use, useEffect, useRef, useState } from 'react';
import { type Language, language } from '../../../lib/language.ts';
import { texts } from '../texts.ts';
import classes from './emoji-picker.module.css';
import { type Emoji, findEmojis } from './find-emojis.ts';

/** With names in the reader's language, in Unicode's order. The data have no Arabic: its names are English. */
const LISTS: Record<Language, () => Promise<{ default: Emoji[] }>> = {
  en: () => import('virtual:emojis/en'),
  de: () => import('virtual:emojis/de'),
  fr: () => import('virtual:emojis/fr'),
  es: () => import('virtual:emojis/es'),
  pt: () => import('virtual:emojis/pt'),
  ar: () => import('virtual:emojis/en'),
};
const loading = LISTS[language]();
/** A longer list is searched, not read. */
const MOST_SHOWN = 400;

/** A search field and the emojis that match; arrows go through them, Enter in the field takes the first. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { default: all } = use(loading);
  const [query, setQuery] = useState('');
  const found = findEmojis(all, query).slice(0, MOST_SHOWN);
  const grid = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // It is loaded after the popover has looked for a field to focus.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const go = (event: KeyboardEvent, from: number): void => {
    const isRtl = document.dir === 'rtl';
    const columns = grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1;
    const steps: Record<string, number> = {
      ArrowDown: from < 0 ? 1 : columns,
      ArrowUp: -columns,
      ...(from < 0 ? {} : { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }),
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = grid.current?.querySelectorAll('button');
    buttons?.[Math.max(0, Math.min(from + step, buttons.length - 1))]?.focus();
  };
  return (
    <div className={classes.picker}>
      <TextInput
        ref={field}
        size="xs"
        aria-label={texts.emoji.search}
        placeholder={texts.emoji.search}
        value={query}
        onChange={({ currentTarget: { value } }) => setQuery(value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            // It would submit the form of the draft.
            event.preventDefault();
            if (first) onChoose(first[0]);
          } else go(event, -1);
        }}
      />
      <p className={classes.none} aria-live="polite">
        {found.length === 0 ? texts.emoji.none : null}
      </p>
      <ul ref={grid} className={classes.grid} aria-label={texts.emoji.list}>
        {found.map(([emoji, name], index) => (
          <li key={emoji}>
            <button
              type="button"
              tabIndex={index === 0 ? 0 : -1}
              aria-label={name}
              title={name}
              onKeyDown={(event) => go(event, index)}
              onClick={() => onChoose(emoji)}
            >
              {emoji}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

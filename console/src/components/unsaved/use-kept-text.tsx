import { type ReactNode, useState } from 'react';
import { KeptNotice } from './kept-notice.tsx';
import { useFoundWords, useKeptWords } from './use-kept-words.ts';

interface KeptText {
  text: string;
  setText: (text: string) => void;
  /** Whether the text is that of an earlier page. */
  isFound: boolean;
  /** To be rendered at the field: says so, and discards the text. */
  notice: ReactNode;
}

/** The text of one field, kept in this browser until it is empty. `start` takes precedence over kept text. */
export function useKeptText(name: string, start = ''): KeptText {
  const found = useFoundWords<string>({ name });
  const [text, setText] = useState(start || (found?.words ?? ''));
  const kept = useKeptWords({ name, found: start ? null : found }, text, text.trim() !== '');
  return { text, setText, isFound: kept.found !== null, notice: <KeptNotice kept={kept} onDiscard={() => setText('')} /> };
}

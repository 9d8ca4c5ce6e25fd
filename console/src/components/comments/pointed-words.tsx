import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { TextSpan } from '../../lib/segment-text.ts';
import { type AboutWords, isSameWords } from './about-words.ts';

/** A text that may contain quoted words. */
export interface StandingText {
  /** The platform of the text; null: the source text. */
  platform: string | null;
  text: string;
}

interface Pointing {
  /** The marked quote; null for none. */
  at: AboutWords | null;
  /** The quote that was pressed: its words are scrolled to, unfolded if needed, and stay marked. */
  kept: AboutWords | null;
  /** While a thread is hovered or focused. */
  pass(words: AboutWords | null): void;
  keep(words: AboutWords | null): void;
  isGone(words: AboutWords): boolean;
}

const PointingContext = createContext<Pointing | null>(null);

interface Props {
  /** All texts shown now. */
  texts: readonly StandingText[];
  children: ReactNode;
}

/** Wraps a post and its comments: words that a thread quotes are marked in the post. */
export function PointedWords({ texts, children }: Props) {
  const [passed, pass] = useState<AboutWords | null>(null);
  const [kept, keep] = useState<AboutWords | null>(null);
  const pointing = useMemo(
    () => ({ at: passed ?? kept, kept, pass, keep, isGone: (words: AboutWords) => isGone(words, texts) }),
    [passed, kept, texts],
  );
  return <PointingContext value={pointing}>{children}</PointingContext>;
}

/** Null without a post on the page. */
export function usePointing(): Pointing | null {
  return useContext(PointingContext);
}

export interface PointedSpan extends TextSpan {
  isKept: boolean;
}

type Platforms = readonly (string | null)[];

/** The span of the pointed-at words in a text; `platforms`: the text's platforms, null for the source text. */
export function usePointedSpan(text: string, platforms: Platforms): PointedSpan | null {
  const pointing = useContext(PointingContext);
  const span = pointing?.at ? spanOf(pointing.at, text, platforms) : null;
  return span && { ...span, isKept: isSameWords(pointing?.kept ?? null, pointing?.at ?? null) };
}

/** A quote of the source text is marked in every post that contains it. */
export function spanOf({ quote, platform }: AboutWords, text: string, platforms: Platforms): TextSpan | null {
  if (platform !== null && !platforms.includes(platform)) return null;
  const start = text.indexOf(quote);
  return start < 0 ? null : { start, end: start + quote.length };
}

/** Unknown if the source text is not shown here. */
export function isGone({ quote, platform }: AboutWords, texts: readonly StandingText[]): boolean {
  if (texts.some(({ text }) => text.includes(quote))) return false;
  return platform !== null || texts.some((text) => text.platform === null);
}

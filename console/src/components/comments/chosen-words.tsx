import { Button } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { type AboutWords, speakAbout } from './about-words.ts';
import classes from './comments.module.css';
import { texts } from './texts.ts';

interface Chosen extends AboutWords {
  /** Where they end on the screen. */
  top: number;
  left: number;
}

const WIDTH = 160;
const HEIGHT = 48;

/** A button to comment on words of the draft selected within `of`. */
export function ChosenWords({ draftId, of }: { draftId: string; of: RefObject<HTMLElement | null> }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => {
    const look = () => setChosen(readSelection(of.current));
    // The selection that loaded this button.
    look();
    document.addEventListener('selectionchange', look);
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => {
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('scroll', look, { capture: true });
    };
  }, [of]);
  // Reset on leaving: otherwise the field would open again and take the keyboard focus.
  useEffect(() => () => speakAbout(draftId, null), [draftId]);
  if (!chosen) return null;
  const { quote, platform, top, left } = chosen;
  return (
    <Button
      size="xs"
      className={classes.chosen}
      style={{ top, left }}
      leftSection={<IconMessageCircle size={14} />}
      // Otherwise the click would clear the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        speakAbout(draftId, { quote, platform });
        getSelection()?.removeAllRanges();
      }}
    >
      {texts.onWords}
    </Button>
  );
}

/** The selection, if it is within a post's text: names and images cannot be quoted. */
function readSelection(within: HTMLElement | null): Chosen | null {
  const selection = getSelection();
  if (!within || !selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { startContainer: node } = range;
  const words = (node instanceof HTMLElement ? node : node.parentElement)?.closest<HTMLElement>('[data-words-of]');
  const quote = selection.toString().trim();
  if (!words || !within.contains(words) || quote === '' || quote.length > FIELD_RULES.comment.quote.maxLength) return null;
  if (!words.textContent?.includes(quote)) return null;
  const box = range.getBoundingClientRect();
  return {
    quote,
    platform: words.dataset.wordsOf || null,
    top: Math.max(8, Math.min(box.bottom + 6, innerHeight - HEIGHT)),
    left: Math.max(8, Math.min(box.left, innerWidth - WIDTH)),
  };
}

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { letterOf } from '../../lib/letter-of.ts';
import { useChoice, writeChoice } from '../../lib/local-choice.ts';

const CHOICE = 'single-keys';

/**
 * Single-key shortcuts, except in fields and dialogs. WCAG 2.1.4 requires that they can be turned off; stored per
 * device. With `home`, they work in the dialog that it is in, and at its boxes and buttons.
 */
export function useDeskKeys(handlers: Readonly<Record<string, (event: KeyboardEvent) => void>>, home?: RefObject<Element | null>): void {
  const [isOn] = useSingleKeys();
  const current = useRef(handlers);
  // In a layout effect: a key press can precede an effect, and would meet disabled buttons.
  useLayoutEffect(() => {
    current.current = handlers;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
      if (isUnderDialog(home?.current) || (home ? isOutside(event.target, home.current) : isElsewhere(event.target))) return;
      const handler = current.current[letterOf(event)];
      if (!handler) return;
      event.preventDefault();
      handler(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn, home]);
}

export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [useChoice(CHOICE) !== 'off', (isOn) => writeChoice(CHOICE, isOn ? 'on' : 'off')];
}

/** How long the content must have been visible before a key can decide on it. */
const SEEN_AFTER_MS = 300;

/**
 * Whether the content has been visible long enough for a key press, and whether the given one began after that rather
 * than on earlier content.
 */
export function useHasBeenSeen(): { isSeen: boolean; isAbout(press: KeyboardEvent): boolean } {
  const seenAt = useRef(Number.POSITIVE_INFINITY);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // From the first frame on: a tab in the background draws none.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        seenAt.current = performance.now();
        setSeen(true);
      }, SEEN_AFTER_MS);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return { isSeen, isAbout: ({ timeStamp }) => timeStamp >= seenAt.current };
}

/** Whether a dialog is open that `home` is not in: wherever the focus is then, a key is not meant for what is behind. */
export function isUnderDialog(home: Element | null = null): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => !dialog.contains(home));
}

function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"], [role="menu"]') !== null
  );
}

const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="listbox"], [role="menu"]';

/** In a text, or in another dialog than `home`. */
function isOutside(target: EventTarget | null, home: Element | null): boolean {
  if (!(target instanceof Element)) return true;
  const dialogOf = (element: Element | null) => element?.closest('[role="dialog"]') ?? null;
  return target.closest(TEXT_FIELDS) !== null || dialogOf(target) !== dialogOf(home);
}

import { useEffect, useRef } from 'react';
import { useChoice, writeChoice } from '../../lib/local-choice.ts';

const CHOICE = 'single-keys';

/**
 * Single keys, while nobody types into a field and no dialogue is open. WCAG 2.1.4 asks that one
 * can turn them off; that is a choice of this device.
 */
export function useDeskKeys(handlers: Readonly<Record<string, () => void>>): void {
  const [isOn] = useSingleKeys();
  const current = useRef(handlers);
  useEffect(() => {
    current.current = handlers;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing || isElsewhere(event.target)) return;
      const handler = current.current[event.key.toLowerCase()];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  return [useChoice(CHOICE) !== 'off', (isOn) => writeChoice(CHOICE, isOn ? 'on' : 'off')];
}

function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="listbox"], [role="menu"]') !== null
  );
}

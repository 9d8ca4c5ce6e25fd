import { type RefObject, useEffect } from 'react';

const CAN_BE_FOCUSED = ':is(button, input, textarea, select, summary, a[href], [tabindex="0"]):not(:disabled, [tabindex="-1"])';

/**
 * Where the button that was pressed is gone, the focus goes to what comes first in the same part, and where it was
 * disabled for a while, back to it: else a keyboard begins at the top again.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = box.current;
    if (!root) return;
    let parts: Element[] = [];
    const remember = ({ target }: FocusEvent): void => {
      parts = [];
      for (let part = target as Element | null; part && root.contains(part); part = part.parentElement) parts.push(part);
    };
    // Who presses where there is no control wants the focus nowhere.
    const forget = (): void => {
      parts = [];
    };
    const mend = (): void => {
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      const [last] = parts;
      if (!last || (last.isConnected && last.matches(':disabled'))) return;
      const part = parts.find((each) => each.isConnected && (each.matches(CAN_BE_FOCUSED) || each.querySelector(CAN_BE_FOCUSED)));
      const next = part?.matches(CAN_BE_FOCUSED) ? part : part?.querySelector(CAN_BE_FOCUSED);
      if (next instanceof HTMLElement) next.focus();
    };
    const observer = new MutationObserver(mend);
    observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    root.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget, true);
    };
  }, [box]);
}

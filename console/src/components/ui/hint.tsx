import { cloneElement, type HTMLAttributes, type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './hint.module.css';

const HOVER_MS = 250;
const GAP = 6;

interface Props {
  label: string;
  /** Also by keyboard, for children that can be focused. */
  onFocus?: boolean;
  /** One element. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A tooltip on hover and tap. The library's own brings 40 KB of positioning, and a page has dozens of them. */
export function Hint({ label, onFocus = false, children }: Props) {
  const [target, setTarget] = useState<Element | null>(null);
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = (): void => {
    clearTimeout(timer.current);
    setTarget(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': target ? id : undefined,
        onPointerEnter: ({ currentTarget, pointerType }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(setTarget, pointerType === 'mouse' ? HOVER_MS : 0, currentTarget);
        },
        onPointerLeave: hide,
        ...(onFocus ? { onFocus: ({ currentTarget }) => setTarget(currentTarget), onBlur: hide } : {}),
      })}
      {target && createPortal(<Bubble id={id} label={label} target={target} onHide={hide} />, document.body)}
    </>
  );
}

/** Above its target, or below it where there is no room. */
function Bubble({ id, label, target, onHide }: { id: string; label: string; target: Element; onHide: () => void }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = bubble.current;
    if (!box) return;
    const [own, at] = [box.getBoundingClientRect(), target.getBoundingClientRect()];
    const above = at.top - own.height - GAP;
    const middle = at.left + at.width / 2 - own.width / 2;
    box.style.top = `${above >= GAP ? above : at.bottom + GAP}px`;
    box.style.left = `${Math.max(8, Math.min(middle, document.documentElement.clientWidth - own.width - 8))}px`;
  }, [target]);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onHide();
    };
    document.addEventListener('keydown', press);
    window.addEventListener('scroll', onHide, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', press);
      window.removeEventListener('scroll', onHide, { capture: true });
    };
  });
  return (
    <div ref={bubble} id={id} role="tooltip" className={classes.hint}>
      {label}
    </div>
  );
}

import { type RefObject, useEffect, useRef, useState } from 'react';

/** For a menu that is loaded by the first press of its button: focuses the button that replaces it, and opens. */
export function useOpenAtOnce(): { button: RefObject<HTMLButtonElement | null>; isOpen: boolean; setOpen: (isOpen: boolean) => void } {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    button.current?.focus();
    setOpen(true);
  }, []);
  return { button, isOpen, setOpen };
}

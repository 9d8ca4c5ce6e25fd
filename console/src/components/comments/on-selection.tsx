import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';

const ChosenWords = lazy(async () => ({ default: (await import('./chosen-words.tsx')).ChosenWords }));

/** The button for comments on selected words, loaded at the first selection. */
export function OnSelection(props: ComponentProps<typeof ChosenWords>) {
  const [hasSelected, setHasSelected] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('selectionchange', () => setHasSelected(true), { once: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return (
    hasSelected && (
      <Suspense>
        <ChosenWords {...props} />
      </Suspense>
    )
  );
}

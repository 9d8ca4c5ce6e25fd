import { type RefObject, useLayoutEffect, useState } from 'react';
import { TIGHTEST } from '../../../components/posts/post-folds.ts';

/** On a phone the posts are swiped, and what one decides on is scrolled to. */
const DESK = '(min-width: 801px)';

/**
 * How much of the posts has to be folded so that what a decision needs is on one screen: nothing where all
 * of it fits. Found before the first frame is drawn, so that nothing moves.
 *
 * @param posts what is folded; it stands right in the part that scrolls, together with all else that has to fit.
 */
export function useFit(posts: RefObject<HTMLElement | null>, of: unknown): number {
  const [{ tightness, settledFor }, set] = useState<{ tightness: number; settledFor: unknown }>({ tightness: 0, settledFor: null });
  useLayoutEffect(() => {
    const box = posts.current?.parentElement;
    // What is opened afterwards is meant to be seen, and folds nothing else.
    if (!box || settledFor === of || !window.matchMedia(DESK).matches) return;
    const isOver = box.scrollHeight > box.clientHeight;
    if (isOver && tightness < TIGHTEST) set({ tightness: tightness + 1, settledFor: null });
    else set({ tightness, settledFor: of });
  }, [posts, of, tightness, settledFor]);
  return tightness;
}

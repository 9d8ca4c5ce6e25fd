import { type RefObject, useLayoutEffect, useState } from 'react';
import { TIGHTEST } from '../../../components/posts/post-folds.ts';

/** On a phone the posts are swiped, and what one decides on is scrolled to. */
const DESK = '(min-width: 801px)';

/**
 * How much of the posts has to be folded so that what a decision needs is on one screen: nothing where all
 * of it fits. Found once, before the first frame is drawn, so that nothing moves: what is opened afterwards is meant to be
 * seen, and folds nothing else.
 *
 * @param posts what is folded; it stands right in the part that scrolls, together with all else that has to fit.
 */
export function useFit(posts: RefObject<HTMLElement | null>): number {
  const [tightness, setTightness] = useState(0);
  useLayoutEffect(() => {
    const box = posts.current?.parentElement;
    if (!box || tightness === TIGHTEST || !window.matchMedia(DESK).matches) return;
    if (box.scrollHeight > box.clientHeight) setTightness(tightness + 1);
  }, [posts, tightness]);
  return tightness;
}

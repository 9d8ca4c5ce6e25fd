import { type RefObject, useLayoutEffect, useState } from 'react';
import { TIGHTEST } from '../../../components/posts/post-folds.ts';

/** On a phone posts are swiped, and the decision is reached by scrolling. */
const DESK = '(min-width: 801px)';

/**
 * How much of the posts to fold so that a decision fits on one screen; nothing if all of it fits. Measured once,
 * before the first paint, so that nothing moves: what is opened later is meant to be seen, and folds nothing else.
 *
 * @param posts the element to fold; a direct child of the scroll container, with everything else that has to fit.
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

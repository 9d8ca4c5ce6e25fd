import { type RefObject, useLayoutEffect, useState } from 'react';
import { SCROLLED, TIGHTEST } from '../../../components/posts/post-folds.ts';

/** On a phone posts are swiped, and the decision is reached by scrolling. */
const DESK = '(min-width: 801px)';

/** More than the tightest: nothing fits. */
const NONE = TIGHTEST + 1;

/** The least that fits lies from `from` to `to`; `at` is drawn to find out. */
interface Search {
  from: number;
  to: number;
  at: number;
}

/**
 * How much of the posts to fold so a decision fits on one screen: as little as possible. If nothing helps, the
 * pane scrolls and less is folded. Measured once, by binary search, before the first paint, so nothing moves:
 * what is opened later is meant to be seen, and folds nothing else.
 *
 * @param posts the element to fold; a direct child of the scroll container, with everything else that must fit.
 */
export function useFit(posts: RefObject<HTMLElement | null>): number {
  const [search, setSearch] = useState<Search>({ from: 0, to: NONE, at: 0 });
  useLayoutEffect(() => {
    const box = posts.current?.parentElement;
    const { from, to, at } = search;
    if (!box || from === to || !window.matchMedia(DESK).matches) return;
    const next = box.scrollHeight > box.clientHeight ? { from: at + 1, to } : { from, to: at };
    setSearch({ ...next, at: Math.floor((next.from + next.to) / 2) });
  }, [posts, search]);
  return search.from === NONE ? SCROLLED : search.at;
}

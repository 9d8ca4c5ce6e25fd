import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

const Count = createContext(0);
const Adding = createContext<(by: 1 | -1) => void>(() => undefined);

/** Around posts and the decision on them, so the button can say that words are folded away. */
export function FoldedPosts({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0);
  const add = useCallback((by: 1 | -1) => setCount((before) => before + by), []);
  return (
    <Adding value={add}>
      <Count value={count}>{children}</Count>
    </Adding>
  );
}

/** Whether words of a post are folded away. */
export function useHasFolded(): boolean {
  return useContext(Count) > 0;
}

/** Of a stretch of words: counts it as long as it is folded away. */
export function useCountFolded(isFolded: boolean): void {
  const add = useContext(Adding);
  useEffect(() => {
    if (!isFolded) return;
    add(1);
    return () => add(-1);
  }, [isFolded, add]);
}

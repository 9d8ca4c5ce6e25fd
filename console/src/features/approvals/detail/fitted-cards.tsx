import { type ComponentProps, useRef } from 'react';
import { PostCards } from '../../../components/posts/post-cards.tsx';
import { useFit } from './use-fit.ts';

interface Props extends Omit<ComponentProps<typeof PostCards>, 'tightness'> {
  /** What is decided on: for another one it is found anew. */
  of: string;
}

/** Previews, folded as far as the decision needs to be on one screen; only they are drawn anew while that is found. */
export function FittedCards({ of, ...cards }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const tightness = useFit(place, of);
  return (
    <div ref={place}>
      <PostCards {...cards} tightness={tightness} />
    </div>
  );
}

import { type ComponentProps, memo, useRef } from 'react';
import { PostCards } from '../../../components/posts/post-cards.tsx';
import { useFit } from './use-fit.ts';

/** Previews, folded as far as the decision needs to be on one screen; only they are drawn anew while that is found. */
export const FittedCards = memo(function FittedCards(cards: Omit<ComponentProps<typeof PostCards>, 'tightness'>) {
  const place = useRef<HTMLDivElement>(null);
  const tightness = useFit(place);
  return (
    <div ref={place}>
      <PostCards {...cards} tightness={tightness} />
    </div>
  );
});

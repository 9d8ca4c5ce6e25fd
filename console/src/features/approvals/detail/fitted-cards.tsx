import { type ComponentProps, memo, useRef } from 'react';
import { PostCards } from '../../../components/posts/post-cards.tsx';
import { useFit } from './use-fit.ts';

/** Previews, folded to fit the decision on one screen; only they render again while that is measured. */
export const FittedCards = memo(function FittedCards(cards: Omit<ComponentProps<typeof PostCards>, 'tightness'>) {
  const place = useRef<HTMLDivElement>(null);
  const tightness = useFit(place);
  return (
    <div ref={place}>
      <PostCards {...cards} tightness={tightness} />
    </div>
  );
});

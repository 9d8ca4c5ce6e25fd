import { Box } from '@mantine/core';
import type { FindingViewFragment, PayloadViewFragment } from '../gql/graphql.ts';
import { PostCard } from './post-card.tsx';
import classes from './post-cards.module.css';

interface Props {
  payloads: readonly PayloadViewFragment[];
  findings?: readonly FindingViewFragment[];
  label: string;
}

/** Previews side by side; on a phone one swipes from one to the next. */
export function PostCards({ payloads, findings = [], label }: Props) {
  return (
    <Box component="section" className={classes.cards} aria-label={label} tabIndex={payloads.length > 1 ? 0 : undefined}>
      {payloads.map((payload) => (
        <PostCard key={payload.id} payload={payload} findings={findings} />
      ))}
    </Box>
  );
}

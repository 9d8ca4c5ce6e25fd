import { Box } from '@mantine/core';
import { useRef } from 'react';
import type { FindingViewFragment, PayloadViewFragment } from '../gql/graphql.ts';
import { PlatformMark } from './platform-mark.tsx';
import { PostCard } from './post-card.tsx';
import classes from './post-cards.module.css';
import { texts } from './texts.ts';

interface Props {
  payloads: readonly PayloadViewFragment[];
  findings?: readonly FindingViewFragment[];
  label: string;
}

/** Previews side by side; on a phone one swipes from one to the next, or goes there by its name. */
export function PostCards({ payloads, findings = [], label }: Props) {
  const cards = useRef<HTMLElement>(null);
  const show = (index: number): void => cards.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  const isSeveral = payloads.length > 1;
  return (
    <div>
      {isSeveral && (
        <nav className={classes.names} aria-label={texts.previews(payloads.length)}>
          {payloads.map(({ id, platform, connection }, index) => (
            <button key={id} type="button" className={classes.name} onClick={() => show(index)}>
              <PlatformMark id={platform.id} label={platform.label} />
              {connection && <span className={classes.hidden}>{connection.handle}</span>}
            </button>
          ))}
        </nav>
      )}
      <Box component="section" ref={cards} className={classes.cards} aria-label={label} tabIndex={isSeveral ? 0 : undefined}>
        {payloads.map((payload) => (
          <PostCard key={payload.id} payload={payload} findings={findings} />
        ))}
      </Box>
    </div>
  );
}

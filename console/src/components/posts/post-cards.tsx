import { Box } from '@mantine/core';
import { useRef } from 'react';
import type { FindingViewFragment, PayloadViewFragment } from '../../gql/graphql.ts';
import { texts } from '../texts.ts';
import { PlatformMark } from './platform-mark.tsx';
import { PostCard } from './post-card.tsx';
import classes from './post-cards.module.css';
import { foldOf, pictureHeight } from './post-folds.ts';
import { groupPosts } from './post-groups.ts';

interface Props {
  payloads: readonly PayloadViewFragment[];
  findings?: readonly FindingViewFragment[];
  label: string;
  /** For a decision; errors are shown above. */
  isJudged?: boolean;
  /** How much is folded to show all of them at once; 0 for nothing. */
  tightness?: number;
}

/** Previews in a row, equal posts once; swiped on a phone, or selected by name. */
export function PostCards({ payloads, findings = [], label, isJudged = false, tightness = 0 }: Props) {
  const cards = useRef<HTMLElement>(null);
  const groups = groupPosts(payloads);
  const [main] = groups;
  const show = (index: number): void => cards.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  const isSeveral = groups.length > 1;
  const fold = foldOf(groups.length, tightness);
  return (
    <div>
      {isSeveral && (
        <nav className={classes.names} aria-label={texts.previews({ count: groups.length })}>
          {groups.map(({ key, payloads: own }, index) => (
            <button key={key} type="button" className={classes.name} onClick={() => show(index)}>
              {own.map(({ id, platform, connection }) => (
                <span key={id}>
                  <PlatformMark id={platform.id} label={platform.label} />
                  {connection && <span className={classes.hidden}>{connection.handle}</span>}
                </span>
              ))}
            </button>
          ))}
        </nav>
      )}
      <Box
        component="section"
        ref={cards}
        className={classes.cards}
        data-judged={isJudged || undefined}
        style={{ '--cs-picture-height': `${pictureHeight(tightness)}px` }}
        aria-label={label}
        tabIndex={isSeveral ? 0 : undefined}
      >
        {groups.map(({ key, payloads: own }, index) => (
          <PostCard
            key={key}
            payloads={own}
            findings={findings}
            isJudged={isJudged}
            fold={fold}
            main={index === 0 ? null : (main?.payloads[0] ?? null)}
          />
        ))}
      </Box>
    </div>
  );
}

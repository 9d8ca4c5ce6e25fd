import { Box, Tooltip } from '@mantine/core';
import type { FacetViewFragment as Facet } from '../../gql/graphql.ts';
import { type Segment, segmentText, type TextSpan } from '../../lib/segment-text.ts';
import { texts } from '../texts.ts';
import classes from './post-text.module.css';

/** A stretch that a check found something in. */
export interface Mark {
  start: number;
  end: number;
  tone: 'wait' | 'bad';
  message: string;
}

interface Props {
  text: string;
  facets: readonly Facet[];
  marks: readonly Mark[];
  /** Stretches that other platforms get in other words. */
  differing?: readonly TextSpan[];
  /** Where what one selects can be commented on: whose words they are. */
  platform?: string;
}

/** A post's words as the platform shows them: links, mentions and tags in colour, findings underlined. */
export function PostText({ text, facets, marks, differing = [], platform }: Props) {
  return (
    <p className={classes.text} dir="auto" data-words-of={platform}>
      {segmentText<Facet, Mark | TextSpan>(text, facets, [...marks, ...differing]).map((segment) => (
        <Stretch key={segment.start} segment={segment} />
      ))}
    </p>
  );
}

function Stretch({ segment }: { segment: Segment<Facet, Mark | TextSpan> }) {
  const { text, facet } = segment;
  const marks = segment.marks.filter((mark) => 'tone' in mark);
  const words = facet ? <FacetWords facet={facet} text={text} /> : text;
  if (marks.length === 0) return segment.marks.length > 0 ? <span className={classes.differs}>{words}</span> : words;
  const tone = marks.some((mark) => mark.tone === 'bad') ? 'bad' : 'wait';
  return (
    <Tooltip label={marks.map(({ message }) => message).join(' ')} events={{ hover: true, focus: true, touch: true }}>
      <Box component="mark" className={classes.mark} data-tone={tone} tabIndex={0}>
        {words}
      </Box>
    </Tooltip>
  );
}

function FacetWords({ facet, text }: { facet: Facet; text: string }) {
  const say = { LINK: texts.linkOf, MENTION: texts.mentionOf, TAG: texts.tagOf }[facet.kind];
  return (
    <span className={classes.facet} data-kind={facet.kind} title={say(facet.target)}>
      {text}
    </span>
  );
}

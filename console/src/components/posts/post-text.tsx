import { Box } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FacetViewFragment as Facet } from '../../gql/graphql.ts';
import { type Segment, segmentText, type TextSpan } from '../../lib/segment-text.ts';
import type { PointedSpan } from '../comments/pointed-words.tsx';
import { texts } from '../texts.ts';
import { Hint } from '../ui/hint.tsx';
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
  /** Spans that differ from other platforms' text. */
  differing?: readonly TextSpan[];
  /** The words quoted by the thread that is hovered or focused. */
  pointed?: PointedSpan | null;
  /** Where selected words can be commented on: the text's platform. */
  platform?: string;
}

/** A post's text as on the platform: links, mentions and tags in colour, findings underlined. */
export function PostText({ text, facets, marks, differing = [], pointed = null, platform }: Props) {
  return (
    <p className={classes.text} dir="auto" data-words-of={platform}>
      {segmentText<Facet, Marked>(text, facets, [...marks, ...differing, ...(pointed ? [pointed] : [])]).map((segment) => (
        <Stretch key={segment.start} segment={segment} />
      ))}
    </p>
  );
}

type Marked = Mark | TextSpan | PointedSpan;

function Stretch({ segment }: { segment: Segment<Facet, Marked> }) {
  const { text, facet } = segment;
  const marks = segment.marks.filter((mark) => 'tone' in mark);
  const pointed = segment.marks.find((mark) => 'isKept' in mark);
  const plain = facet ? <FacetWords facet={facet} text={text} /> : text;
  const words = pointed ? <Pointed isKept={pointed.isKept}>{plain}</Pointed> : plain;
  const differs = segment.marks.some((mark) => !('tone' in mark || 'isKept' in mark));
  if (marks.length === 0) return differs ? <span className={classes.differs}>{words}</span> : words;
  const tone = marks.some((mark) => mark.tone === 'bad') ? 'bad' : 'wait';
  return (
    <Hint label={marks.map(({ message }) => message).join(' ')} onFocus>
      <Box component="mark" className={classes.mark} data-tone={tone} tabIndex={0}>
        {words}
      </Box>
    </Hint>
  );
}

/** Led to when its quote was pressed; in passing nothing moves. */
export function Pointed({ isKept, children }: { isKept: boolean; children: ReactNode }) {
  const words = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isKept) words.current?.scrollIntoView({ block: 'nearest' });
  }, [isKept]);
  return (
    <mark ref={words} className={classes.pointed}>
      {children}
    </mark>
  );
}

function FacetWords({ facet, text }: { facet: Facet; text: string }) {
  const say = { LINK: texts.linkOf, MENTION: texts.mentionOf, TAG: texts.tagOf }[facet.kind];
  return (
    <span className={classes.facet} data-kind={facet.kind} title={say({ target: facet.target })}>
      {text}
    </span>
  );
}

import { useState } from 'react';
import type { OmissionReason, PreviewViewFragment } from '../../gql/graphql.ts';
import { direction } from '../../lib/language.ts';
import { texts as separators } from '../../lib/texts.ts';
import { texts } from '../texts.ts';
import { ToneIcon } from '../ui/status.tsx';
import classes from './left-out.module.css';

/** The number of omissions listed on the card; the source next to it shows the rest. */
const MOST_NAMED = 3;
const LONGEST_NAMED = 90;
/** The same where there is little room. */
const MOST_BRIEF = 2;
const LONGEST_BRIEF = 44;

/** Never part of a post's text, or not wanted in it; other omissions are content that readers miss. */
const NOT_MISSED: ReadonlySet<OmissionReason> = new Set(['FURNITURE', 'MARKUP', 'VOICE']);

interface Props extends Pick<PreviewViewFragment, 'omissions'> {
  /** The percentage of the source, if the post is only its beginning; 0 if none of it fits. */
  keptPercent?: number | null;
  /** Where space is short: names the omitted words, and shows the rest on demand. */
  isBrief?: boolean;
}

/** The source's parts that this post omits; content that readers may need comes first. */
export function LeftOut({ omissions, keptPercent = null, isBrief = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (omissions.length === 0 && keptPercent === null) return null;
  const isEssential = keptPercent !== null || omissions.some((omission) => omission.isEssential);
  return (
    <p className={classes.leftOut} data-essential={isEssential || undefined}>
      <ToneIcon tone={isEssential ? 'wait' : 'quiet'} size={14} />
      <span>
        {keptPercent !== null && <strong>{keptPercent === 0 ? texts.nothingFits : texts.shortened({ percent: keptPercent })} </strong>}
        {omissions.length > 0 && keptPercent !== 0 && (
          <>
            {isBrief && !isOpen ? inBrief(omissions) : inFull(omissions)}
            {isBrief && (
              <button type="button" className={classes.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? texts.showLess : texts.showMore}
              </button>
            )}
          </>
        )}
      </span>
    </p>
  );
}

function inFull(omissions: Props['omissions']): string {
  const named = ranked(omissions)
    .slice(0, MOST_NAMED)
    .map(({ text, reason }) => texts.leftOutPiece({ text: shortened(text, LONGEST_NAMED), why: texts.leftOutWhy[reason] }));
  return texts.leftOut({ pieces: named.join(separators.semicolon), more: omissions.length - named.length });
}

const ranked = (omissions: Props['omissions']): Props['omissions'] =>
  [...omissions].sort((a, b) => Number(b.isEssential) - Number(a.isEssential));

function inBrief(omissions: Props['omissions']): string {
  const named = ranked(omissions)
    .filter(({ isEssential, reason }) => isEssential || !NOT_MISSED.has(reason))
    .slice(0, MOST_BRIEF);
  if (named.length === 0) return texts.leftOutUnneeded({ places: omissions.length });
  return texts.leftOut({
    pieces: named.map(({ text }) => separators.quoted({ text: shortened(text, LONGEST_BRIEF) })).join(separators.semicolon),
    more: omissions.length - named.length,
  });
}

function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const short = line.length > most ? `${line.slice(0, most).toWellFormed().trimEnd()}…` : line;
  return direction === 'rtl' || RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}

/** Right-to-left words would reorder what follows them in the sentence. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

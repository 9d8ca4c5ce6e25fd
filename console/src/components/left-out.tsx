import type { PreviewViewFragment } from '../gql/graphql.ts';
import classes from './left-out.module.css';
import { ToneIcon } from './status.tsx';
import { texts } from './texts.ts';

/** So many are named on the card; the source beside it shows the rest. */
const MOST_NAMED = 3;
const LONGEST_NAMED = 90;

/** What of the source this post does not say, in the open: what readers may need comes first. */
export function LeftOut({ omissions }: Pick<PreviewViewFragment, 'omissions'>) {
  if (omissions.length === 0) return null;
  const ranked = [...omissions].sort((a, b) => Number(b.isEssential) - Number(a.isEssential));
  const named = ranked.slice(0, MOST_NAMED).map(({ text, reason }) => texts.leftOutPiece(shortened(text), texts.leftOutWhy[reason]));
  const isEssential = omissions.some((omission) => omission.isEssential);
  return (
    <p className={classes.leftOut} data-essential={isEssential || undefined}>
      <ToneIcon tone={isEssential ? 'wait' : 'quiet'} size={14} />
      <span>{texts.leftOut(named, omissions.length - named.length)}</span>
    </p>
  );
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_NAMED ? `${line.slice(0, LONGEST_NAMED).toWellFormed().trimEnd()}…` : line;
}

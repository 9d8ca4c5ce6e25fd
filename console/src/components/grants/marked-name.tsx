import { texts } from '../texts.ts';
import classes from './marked-name.module.css';

const FOREIGN = '[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}]';
const INVISIBLE = '[\\p{Cf}\\p{Cc}\\u115f\\u1160\\u3164\\uffa0]';
/** Letters of other alphabets in a word that has Latin ones too, and whatever takes no room. */
const ODD = new RegExp(
  `(?<=\\p{Script=Latin}[\\p{L}\\p{N}]{0,40})${FOREIGN}+|${FOREIGN}+(?=[\\p{L}\\p{N}]{0,40}\\p{Script=Latin})|${INVISIBLE}+`,
  'gu',
);

interface Props {
  text: string;
  /** In a row of facts: the mark explains itself, without a line below. */
  isBrief?: boolean;
}

/** A self-declared name: confusable and invisible characters are marked. */
export function MarkedName({ text, isBrief = false }: Props) {
  const parts: { start: number; written: string; isOdd: boolean }[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(ODD)) {
    parts.push({ start: end, written: text.slice(end, index), isOdd: false }, { start: index, written, isOdd: true });
    end = index + written.length;
  }
  parts.push({ start: end, written: text.slice(end), isOdd: false });
  return (
    <>
      {parts.map(({ start, written, isOdd }) =>
        isOdd ? (
          <mark key={`odd ${start}`} className={classes.odd} title={texts.oddLetter}>
            {written.replace(new RegExp(INVISIBLE, 'gu'), '·')}
          </mark>
        ) : (
          written
        ),
      )}
      {parts.length > 1 && !isBrief && <span className={classes.note}>{texts.oddLetters}</span>}
    </>
  );
}

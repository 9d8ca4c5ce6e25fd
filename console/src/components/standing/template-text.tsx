import type { StandingViewFragment } from '../../gql/graphql.ts';
import { number } from '../../lib/language.ts';
import { texts as separators } from '../../lib/texts.ts';
import classes from './standing.module.css';
import { texts } from './texts.ts';

type Target = StandingViewFragment['targets'][number];
type Piece = Target['pieces'][number];

/** Further words are shown on hover, and all of them in the dialog. */
const FEW_WORDS = 3;

/** The text of a template with its variable parts marked. Equal texts of several accounts are shown once. */
export function TemplateText({ targets, isBrief = false }: { targets: readonly Target[]; isBrief?: boolean }) {
  const different = [...new Map(targets.map((target) => [JSON.stringify(target.pieces), target])).values()];
  return (
    <>
      {different.map((target) => (
        <div key={JSON.stringify(target.pieces)} className={classes.template}>
          <p dir="auto">
            {target.pieces.map((piece, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names and never move.
              <PieceText key={index} piece={piece} isBrief={isBrief} />
            ))}
          </p>
          {!isBrief && <Combinations rows={target.combinations} />}
          {(target.link || target.pictures > 0) && (
            <p className={classes.line}>
              {target.link && (
                <span>
                  {texts.link}: <span dir="ltr">{target.link}</span>
                </span>
              )}
              {target.pictures > 0 && <span>{texts.pictures({ count: target.pictures })}</span>}
            </p>
          )}
        </div>
      ))}
    </>
  );
}

/** Permitted combinations of words: free combination could yield text that no one signed. */
function Combinations({ rows }: { rows: readonly string[][] }) {
  // With one slot, its words are the combinations.
  if ((rows[0]?.length ?? 0) < 2) return null;
  return (
    <div className={classes.combinations}>
      <p className={classes.hint}>{texts.combinations}</p>
      <ul dir="auto">
        {rows.map((words) => (
          <li key={words.join(' ')}>{words.join(' · ')}</li>
        ))}
      </ul>
    </div>
  );
}

function PieceText({ piece, isBrief }: { piece: Piece; isBrief: boolean }) {
  if (piece.text !== null) return piece.text;
  const { words } = piece;
  const shown = isBrief ? words.slice(0, FEW_WORDS) : words;
  const word = `${shown.join(separators.comma)}${shown.length < words.length ? `${separators.comma}…` : ''}`;
  return (
    <mark className={classes.slot} title={words.join(separators.comma) || undefined}>
      {piece.slot === 'WORD' ? word : slotWords(piece)}
    </mark>
  );
}

function slotWords({ slot, min, max }: Piece): string {
  if (slot === 'NUMBER') return texts.slots.number({ min: number(min ?? 0), max: number(max ?? 0) });
  return slot === 'DATE' ? texts.slots.DATE : texts.slots.TIME;
}

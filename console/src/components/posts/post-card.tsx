import { useState } from 'react';
import type { FindingViewFragment } from '../../gql/graphql.ts';
import { texts as separators } from '../../lib/texts.ts';
import { texts } from '../texts.ts';
import { ToneIcon } from '../ui/status.tsx';
import type { Cut } from './cut-text.ts';
import { LeftOut } from './left-out.tsx';
import { PlatformMark } from './platform-mark.tsx';
import { PostBody } from './post-body.tsx';
import classes from './post-card.module.css';
import { wordsOf } from './post-groups.ts';
import type { ShownPayload } from './shown-payload.ts';
import { WordChanges } from './word-changes.tsx';
import { isWordsOnly } from './words-only.ts';

interface Props {
  /** Equal posts: one is drawn, the others by their icons. */
  payloads: readonly [ShownPayload, ...ShownPayload[]];
  findings?: readonly FindingViewFragment[];
  /** Next to the editor's fields, which count and show errors themselves. */
  isBesideFields?: boolean;
  /** Errors are shown above, for all cards. */
  isJudged?: boolean;
  /** How much is shown until expanded. */
  fold?: Cut | null;
  /** The text of most platforms, if this one differs. */
  main?: ShownPayload | null;
}

/** Equal posts as their platforms will show them, with each one's length and all violations. */
export function PostCard({ payloads, findings = [], isBesideFields = false, isJudged = false, fold = null, main = null }: Props) {
  const [chosen, setChosen] = useState(0);
  const [isComparing, setComparing] = useState(false);
  const payload = payloads[chosen] ?? payloads[0];
  const differs = main && wordsOf(main) !== wordsOf(payload) ? main : null;
  return (
    <article className={classes.card} data-judged={isJudged || undefined} aria-label={payloads.map(nameOf).join(separators.comma)}>
      <header className={classes.head}>
        {payloads.length === 1 ? (
          <PlatformMark id={payload.platform.id} label={payload.platform.label} />
        ) : (
          <Marks payloads={payloads} chosen={payload} onChoose={setChosen} />
        )}
        {differs ? (
          <button type="button" className={classes.compare} aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
            {texts.compare[howOther(payload, differs)]}
          </button>
        ) : (
          <span className={classes.dim}>{noteOf(payload, payloads.length > 1 || main !== null)}</span>
        )}
      </header>
      {isComparing && differs ? (
        <div className={classes.compared}>
          <p className={classes.dim}>{texts.comparedWith({ label: differs.platform.label })}</p>
          <WordChanges before={wordsOf(differs)} after={wordsOf(payload)} />
        </div>
      ) : (
        <PostBody
          payload={payload}
          findings={findings}
          hasCounter={!isBesideFields}
          fold={fold}
          isCompact={isJudged}
          main={main}
          alike={payloads.map(({ platform }) => platform.id)}
          key={payload.platform.id}
        />
      )}
      <LeftOut omissions={payload.preview.omissions} keptPercent={payload.preview.keptPercent} isBrief={fold !== null} />
      {!isBesideFields && !isJudged && <Violations payloads={payloads} />}
    </article>
  );
}

const nameOf = ({ platform, connection }: ShownPayload): string => `${platform.label}: ${connection?.handle ?? texts.noConnection}`;

function noteOf({ platform, connection }: ShownPayload, hasSameWords: boolean): string | null {
  if (connection) return hasSameWords ? texts.sameWords : null;
  return isWordsOnly(platform) ? texts.wordsOnlyHow : texts.noConnection;
}

function howOther(payload: ShownPayload, main: ShownPayload): keyof typeof texts.compare {
  const [own, other] = [wordsOf(payload).length, wordsOf(main).length];
  if (own < other * 0.9) return 'shorter';
  return own > other * 1.1 ? 'longer' : 'other';
}

interface MarksProps extends Pick<Props, 'payloads'> {
  chosen: ShownPayload;
  onChoose: (index: number) => void;
}

/** The platforms with this text; pressing one draws the card as it looks there. */
function Marks({ payloads, chosen, onChoose }: MarksProps) {
  return (
    <fieldset className={classes.marks} aria-label={texts.drawnAs}>
      {payloads.map((payload, index) => (
        <button
          key={nameOf(payload)}
          type="button"
          className={classes.asMark}
          aria-pressed={payload === chosen}
          title={nameOf(payload)}
          onClick={() => onChoose(index)}
        >
          <PlatformMark id={payload.platform.id} label={labelAmong(payloads, payload)} />
          {!payload.connection && <ToneIcon tone="quiet" size={12} />}
        </button>
      ))}
    </fieldset>
  );
}

const LONGEST_LABEL = 24;

/** The platform; or the account, if several on one platform have this text. */
function labelAmong(payloads: Props['payloads'], { platform, connection }: ShownPayload): string {
  const isOne = payloads.filter((other) => other.platform.id === platform.id).length === 1;
  if (isOne || !connection) return platform.label;
  const { handle } = connection;
  return handle.length > LONGEST_LABEL ? `${handle.slice(0, LONGEST_LABEL - 1).toWellFormed()}…` : handle;
}

/** The platforms' violations; equal ones are shown once. */
function Violations({ payloads }: Pick<Props, 'payloads'>) {
  const all = payloads.flatMap(({ violations }) => violations);
  const once = [...new Map(all.map((violation) => [`${violation.message} ${violation.start}`, violation])).values()];
  if (once.length === 0) return null;
  return (
    <ul className={classes.violations}>
      {once.map(({ message, remedy, start }) => (
        <li key={`${message} ${start}`}>
          <ToneIcon tone="bad" />
          <span>
            {message} {remedy}
          </span>
        </li>
      ))}
    </ul>
  );
}

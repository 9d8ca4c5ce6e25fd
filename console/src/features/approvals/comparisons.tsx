import { compareTexts } from './compare-texts.ts';
import classes from './comparisons.module.css';
import type { ApprovalView } from './queries.ts';
import { TextChanges, WordChanges } from './text-changes.tsx';
import { texts } from './texts.ts';

/** What is new since somebody decided on it last, and how the words differ from the text they were made from. */
export function Comparisons({ approval }: { approval: ApprovalView }) {
  const { previous, payloads, draft } = approval;
  const changes = previous ? compareTexts(previous.payloads, payloads) : [];
  const last = previous?.decisions.at(-1);
  return (
    <div className={classes.comparisons}>
      {last && (
        <details className={classes.fold} open>
          <summary>{texts.sinceDecision(last.by, texts.decided[last.decision])}</summary>
          {last.comment && <blockquote className={classes.quote}>{last.comment}</blockquote>}
          {changes.length === 0 ? <p>{texts.sameWords}</p> : <TextChanges changes={changes} />}
        </details>
      )}
      <details className={classes.fold}>
        <summary>{texts.againstSource}</summary>
        {payloads.map(({ id, platform, connection, preview }) => (
          <div key={id}>
            <p className={classes.where}>{[platform.label, connection?.handle].filter(Boolean).join(' · ')}</p>
            <WordChanges before={draft.sourceText} after={preview.parts.map(({ text }) => text).join('\n\n')} />
          </div>
        ))}
      </details>
    </div>
  );
}

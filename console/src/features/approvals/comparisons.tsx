import { diffWords } from '../../lib/diff-words.ts';
import { Changes, compareTexts } from './changed-content.tsx';
import classes from './comparisons.module.css';
import type { ApprovalView } from './queries.ts';
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
          {changes.length === 0 ? <p>{texts.sameWords}</p> : <Changes changes={changes} />}
        </details>
      )}
      <details className={classes.fold}>
        <summary>{texts.againstSource}</summary>
        {payloads.map(({ id, platform, connection, preview }) => (
          <div key={id}>
            <p className={classes.where}>{[platform.label, connection?.handle].filter(Boolean).join(' · ')}</p>
            <Words before={draft.sourceText} after={preview.parts.map(({ text }) => text).join('\n\n')} />
          </div>
        ))}
      </details>
    </div>
  );
}

function Words({ before, after }: { before: string; after: string }) {
  return (
    <p className={classes.text}>
      {diffWords(before, after).map(({ kind, text, number }) => {
        const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
        return <Tag key={number}>{text}</Tag>;
      })}
    </p>
  );
}

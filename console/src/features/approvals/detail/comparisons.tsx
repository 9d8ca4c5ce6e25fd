import { groupPosts, wordsOf } from '../../../components/posts/post-groups.ts';
import { WordChanges } from '../../../components/posts/word-changes.tsx';
import { listed } from '../../../components/texts.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import { compareTexts } from './compare-texts.ts';
import classes from './comparisons.module.css';
import { TextChanges } from './text-changes.tsx';

/** The changes since the last decision; nothing if there was none. */
export function SinceDecision({ approval: { previous, payloads } }: { approval: ApprovalView }) {
  const last = previous?.decisions.at(-1);
  if (!previous || !last) return null;
  const changes = compareTexts(previous.payloads, payloads);
  return (
    <details className={classes.fold} open>
      <summary>{texts.sinceDecision({ by: last.by, decided: texts.decided[last.decision] })}</summary>
      {last.comment && <blockquote className={classes.quote}>{last.comment}</blockquote>}
      {changes.length === 0 ? <p>{texts.sameWords}</p> : <TextChanges changes={changes} />}
    </details>
  );
}

/** What an edit changes of the published post. */
export function AgainstPublished({ approval: { draft, payloads } }: { approval: ApprovalView }) {
  const [payload] = payloads;
  if (draft.editedWords === null || !payload) return null;
  // Everything else is the same.
  const published = { ...payload.preview, title: null, parts: [{ text: draft.editedWords }], tags: null };
  const changes = compareTexts([{ ...payload, preview: published }], payloads);
  return (
    <details className={classes.fold} open>
      <summary>{texts.editsPublished}</summary>
      {changes.length === 0 ? <p>{texts.editsNothing}</p> : <TextChanges changes={changes} />}
    </details>
  );
}

/** How the text differs from its source, equal texts once. */
export function AgainstSource({ approval: { draft, payloads } }: { approval: ApprovalView }) {
  return groupPosts(payloads).map(({ key, payloads: own }) => (
    <div key={key}>
      <p className={classes.where}>{listed(own.map(({ platform }) => platform.label))}</p>
      <WordChanges before={draft.sourceText} after={wordsOf(own[0])} />
    </div>
  ));
}

import { diffWords } from '../../lib/diff-words.ts';
import classes from './word-changes.module.css';

/** Two texts merged, with additions and deletions marked. */
export function WordChanges({ before, after }: { before: string; after: string }) {
  return (
    <p className={classes.text} dir="auto">
      {diffWords(before, after).map(({ kind, text, number }) => {
        const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
        return <Tag key={number}>{text}</Tag>;
      })}
    </p>
  );
}

import { lazy, Suspense } from 'react';
import type { NumberedPart } from '../../lib/diff-words.ts';
import classes from './word-changes.module.css';

interface Props {
  before: string;
  after: string;
}

/** Loaded when two texts are compared first. */
const Compared = lazy(async () => {
  const { diffWords } = await import('../../lib/diff-words.ts');
  return { default: ({ before, after }: Props) => diffWords(before, after).map(marked) };
});

/** Two texts merged, with additions and deletions marked. */
export function WordChanges({ before, after }: Props) {
  return (
    <p className={classes.text} dir="auto">
      <Suspense fallback={after}>
        <Compared before={before} after={after} />
      </Suspense>
    </p>
  );
}

function marked({ kind, text, number }: NumberedPart) {
  const Tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span';
  return <Tag key={number}>{text}</Tag>;
}

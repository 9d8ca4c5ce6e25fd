import { MarkedName } from '../grants/marked-name.tsx';
import { texts } from '../texts.ts';
import classes from './note-to-reviewer.module.css';

/** What somebody says to whoever decides: their words, and marked as theirs. It is never published. */
export function NoteToReviewer({ draft }: { draft: { noteToReviewer: string | null; noteBy: { name: string } | null } }) {
  const { noteToReviewer: note, noteBy } = draft;
  if (!note || !noteBy) return null;
  return (
    <figure className={classes.note}>
      <figcaption className={classes.by}>
        <MarkedName text={texts.noteBy(noteBy.name)} isBrief />
      </figcaption>
      <blockquote className={classes.words} dir="auto">
        {note}
      </blockquote>
    </figure>
  );
}

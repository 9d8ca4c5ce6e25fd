import { MarkedName } from '../grants/marked-name.tsx';
import { texts } from '../texts.ts';
import classes from './note-to-reviewer.module.css';

/** The author's note to the approvers, quoted and attributed. It is never published. */
export function NoteToReviewer({ draft }: { draft: { noteToReviewer: string | null; noteBy: { name: string } | null } }) {
  const { noteToReviewer: note, noteBy } = draft;
  if (!note || !noteBy) return null;
  return (
    <figure className={classes.note}>
      <figcaption className={classes.by}>
        <MarkedName text={texts.noteBy({ name: noteBy.name })} isBrief />
      </figcaption>
      <blockquote className={classes.words} dir="auto">
        {note}
      </blockquote>
    </figure>
  );
}

import { MarkedName } from '../grants/marked-name.tsx';
import { texts } from '../texts.ts';
import classes from './note-to-reviewer.module.css';

/** What the author of a draft says to whoever decides: their words, and marked as theirs. It is never published. */
export function NoteToReviewer({ draft }: { draft: { noteToReviewer: string | null; author: { name: string } } }) {
  const { noteToReviewer: note, author } = draft;
  if (!note) return null;
  return (
    <figure className={classes.note}>
      <figcaption className={classes.by}>
        <MarkedName text={texts.noteBy(author.name)} isBrief />
      </figcaption>
      <blockquote className={classes.words} dir="auto">
        {note}
      </blockquote>
    </figure>
  );
}

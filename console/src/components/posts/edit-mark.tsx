import { Link } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import classes from './edit-mark.module.css';

/** "Edit", where the post changes one that is published; in a row that is a link itself. */
export function EditMark({ draft }: { draft: { editsPublicationId: string | null } }) {
  return draft.editsPublicationId && <span className={classes.mark}>{texts.edit}</span>;
}

/** "Edit of a published post", with the way to that post. */
export function EditOf({ draft: { editedJobId } }: { draft: { editedJobId: string | null } }) {
  if (!editedJobId) return null;
  return (
    <Link to="/jobs/$jobId" params={{ jobId: editedJobId }} className={classes.mark}>
      {texts.editOf}
    </Link>
  );
}

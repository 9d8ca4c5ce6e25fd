import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { sentence } from '../../../lib/http/api-error.ts';
import { sendingTexts as texts } from '../sending-texts.ts';
import type { DeskState } from './decision-desk.ts';
import classes from './decision-notice.module.css';
import { UndoStrip } from './undo-strip.tsx';
import { useDecisionDesk, useDeskState } from './use-decision-desk.tsx';
import { useUndoKeys } from './use-undo.ts';

/** Shows on every screen whether a decision can be undone, is being sent, or failed. */
export function DecisionNotice() {
  const { failed, waiting, sending } = useDeskState((state) => state);
  // Here and not at the desk: they work on every screen, and after the last one in the queue.
  useUndoKeys();
  return (
    <div className={classes.place}>
      <div role="alert">
        {failed.map((failure) => (
          <Failure key={failure.decision.approvalId} failure={failure} />
        ))}
      </div>
      <VisuallyHidden role="status">
        {waiting.length > 0
          ? `${texts.undo.what(waiting.map(({ decision }) => decision))}. ${texts.undo.how}`
          : sending.length > 0 && texts.sending}
      </VisuallyHidden>
      <div className={classes.undo}>
        <UndoStrip place="page" />
      </div>
    </div>
  );
}

function Failure({ failure }: { failure: DeskState['failed'][number] }) {
  const desk = useDecisionDesk();
  const { decision, error } = failure;
  const title = error.code === 'unreachable' ? texts.failedUnknown[decision.decision] : texts.failed[decision.decision];
  return (
    <div className={classes.notice} data-tone="bad">
      <ToneIcon tone="bad" />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p className={classes.about}>“{decision.title}”</p>
        <p>{sentence(error)}</p>
      </div>
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) => <Link to="/approvals/{-$approvalId}" params={{ approvalId: decision.approvalId }} {...props} />}
        onClick={() => desk.dismiss(decision.approvalId)}
      >
        {texts.look}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => desk.dismiss(decision.approvalId)}>
        {texts.close}
      </Button>
    </div>
  );
}

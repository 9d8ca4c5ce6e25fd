import { Button, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { sentence } from '../../../lib/http/api-error.ts';
import { texts as separators } from '../../../lib/texts.ts';
import { isMac, madeWords, sendingTexts as texts } from '../sending-texts.ts';
import type { DeskState } from './decision-desk.ts';
import classes from './decision-notice.module.css';
import { UndoStrip } from './undo-strip.tsx';
import { useDecisionDesk, useDeskState } from './use-decision-desk.tsx';
import { useUndo, useUndoKeys } from './use-undo.ts';

/** Shows on every screen whether a decision can be undone, is being sent, or failed. */
export function DecisionNotice() {
  const { failed, waiting, held, sending } = useDeskState((state) => state);
  // Here and not at the desk: they work on every screen, and after the last one in the queue.
  useUndoKeys();
  return (
    <div className={classes.place}>
      <div role="alert">
        {failed.map((failure) => (
          <Failure key={failure.decision.approvalId} failure={failure} />
        ))}
      </div>
      <div role="status">{held.length > 0 && <HeldDecisions held={held} />}</div>
      <VisuallyHidden role="status">
        {waiting.length > 0
          ? `${madeWords(waiting.map(({ decision }) => decision))}. ${texts.undo.how({ mac: isMac })}`
          : sending.length > 0 && texts.sending}
      </VisuallyHidden>
      <div className={classes.undo}>
        <UndoStrip place="page" />
      </div>
    </div>
  );
}

/** Decisions made without a connection; those that were never sent can be undone. */
function HeldDecisions({ held }: { held: DeskState['held'] }) {
  const undo = useUndo();
  return (
    <div className={classes.notice} data-tone="wait">
      <ToneIcon tone="wait" />
      <div className={classes.words}>
        <p className={classes.title}>{madeWords(held.map(({ decision }) => decision))}</p>
        <p>{texts.held}</p>
      </div>
      {held.some(({ wasSent }) => !wasSent) && (
        <Button size="xs" variant="default" onClick={undo}>
          {texts.undo.button}
        </Button>
      )}
    </div>
  );
}

function Failure({ failure }: { failure: DeskState['failed'][number] }) {
  const desk = useDecisionDesk();
  const { decision, error } = failure;
  return (
    <div className={classes.notice} data-tone="bad">
      <ToneIcon tone="bad" />
      <div className={classes.words}>
        <p className={classes.title}>{texts.failed[decision.decision]}</p>
        <p className={classes.about}>{separators.quoted({ text: decision.title })}</p>
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

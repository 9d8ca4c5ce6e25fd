import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ToneIcon } from '../../components/status.tsx';
import type { DeskState } from './decision-desk.ts';
import classes from './decision-notice.module.css';
import { texts } from './texts.ts';
import { useDecisionDesk, useDeskState } from './use-decision-desk.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import { useUndo } from './use-undo.ts';

/** Says on every screen what becomes of a decision: it can be undone, it is on its way, or it did not count. */
export function DecisionNotice() {
  const state = useDeskState();
  return (
    <div className={classes.place}>
      <div role="alert">
        {state.failed.map((failure) => (
          <Failure key={failure.decision.approvalId} failure={failure} />
        ))}
      </div>
      <div role="status">
        {state.waiting && <Waiting waiting={state.waiting} />}
        {!state.waiting && state.sending.length > 0 && (
          <div className={classes.notice}>
            <ToneIcon tone="busy" />
            <p className={classes.words}>{texts.sending}</p>
          </div>
        )}
      </div>
    </div>
  );
}

function Waiting({ waiting }: { waiting: NonNullable<DeskState['waiting']> }) {
  const desk = useDecisionDesk();
  const undo = useUndo();
  // Here and not at the desk: it works on every screen, and after the last one in the queue.
  useDeskKeys({ u: undo });
  const { decision } = waiting;
  return (
    <div className={classes.notice}>
      <div className={classes.words}>
        <p className={classes.title}>{texts.doing[decision.decision](decision.title)}</p>
        <p className={classes.dim}>{texts.waitsToBeSent}</p>
      </div>
      <Button size="xs" variant="default" onClick={undo}>
        {texts.undo}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => desk.flush()}>
        {texts.sendNow}
      </Button>
      <span className={classes.fuse} key={decision.approvalId} aria-hidden />
    </div>
  );
}

function Failure({ failure }: { failure: DeskState['failed'][number] }) {
  const desk = useDecisionDesk();
  const { decision, error } = failure;
  const title = error.code === 'unreachable' ? texts.failedUnknown(decision.title) : texts.failed(decision.title);
  return (
    <div className={classes.notice} data-tone="bad">
      <ToneIcon tone="bad" />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p>
          {error.message} {error.remedy}
        </p>
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

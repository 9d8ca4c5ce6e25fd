import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AskAgainDocument, LeaveOutDocument } from '../gql/graphql.ts';
import { runDocument } from '../lib/run-document.ts';
import { ConfirmButton } from './confirm-button.tsx';
import classes from './gate-list.module.css';
import { texts } from './texts.ts';
import { showToast } from './toasts.tsx';

/** What the gates are about, so that a remedy leads right to it. */
export interface GateSubject {
  draftId: string;
  approvalId: string | null;
  /** What is shown, and so what something may be left out of. */
  contentHash: string;
}

interface Props {
  /** What is left out, by name. */
  name: string;
  target: string;
  of: GateSubject;
}

/** One missing account does not hold up the others: it is left out, and the rest goes on. */
export function LeaveOut({ name, target, of: { draftId, approvalId, contentHash } }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    const { leaveOut } = await runDocument(LeaveOutDocument, { input: { draftId, target, contentHash } });
    showToast(texts.gates.leaveOut.done(name));
    await queryClient.invalidateQueries();
    const asked = leaveOut.publishJob?.approval;
    // At the desk what was shown is no longer what is decided on: here is what is.
    if (approvalId === null && asked?.state === 'PENDING')
      await navigate({ to: '/approvals/{-$approvalId}', params: { approvalId: asked.id } });
  };
  const { label, title, what, failed } = texts.gates.leaveOut;
  return (
    <div className={classes.leave}>
      <ConfirmButton label={label(name)} title={title(name)} what={what} failed={failed} onConfirm={leave} size="xs" tone="accent" />
    </div>
  );
}

/** An account was connected since: people are asked again, with it. */
export function AskAgainWithAccount({ of: { draftId } }: Pick<Props, 'of'>) {
  const queryClient = useQueryClient();
  const ask = async (): Promise<void> => {
    await runDocument(AskAgainDocument, { draftId });
    await queryClient.invalidateQueries();
  };
  return (
    <div className={classes.leave}>
      <ConfirmButton {...texts.gates.askAgain} onConfirm={ask} size="xs" tone="accent" />
    </div>
  );
}

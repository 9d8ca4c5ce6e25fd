import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { AskAgainDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { listed, texts } from '../texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import classes from './gate-list.module.css';

/** The subject of the gates, for links to remedies. */
export interface GateSubject {
  draftId: string;
  approvalId: string | null;
  /** The displayed content, from which a target can be removed. */
  contentHash: string;
}

interface Props {
  /** The targets to remove, with names. */
  targets: readonly { name: string; target: string }[];
  of: GateSubject;
  /** Next to the names, which then are not repeated in the button. */
  isBesideNames?: boolean;
}

/** A missing account does not hold up the others: removes its target, and the rest continues. */
export function LeaveOut({ targets, of: { draftId, approvalId, contentHash }, isBesideNames = false }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const name = listed(targets.map((target) => target.name));
  const leave = async (): Promise<void> => {
    const { leaveTargets } = await import('./leave-targets.ts');
    const asked = await leaveTargets(targets, draftId, contentHash);
    await queryClient.invalidateQueries();
    // The displayed content is no longer the one to decide on: opens the current one.
    if (approvalId === null && asked?.state === 'PENDING')
      await navigate({ to: '/approvals/{-$approvalId}', params: { approvalId: asked.id } });
  };
  const { label, short, title, what, failed } = texts.gates.leaveOut;
  return (
    <div className={isBesideNames ? undefined : classes.leave}>
      <ConfirmButton
        label={isBesideNames ? short : label({ name })}
        title={title({ name })}
        what={what}
        failed={failed}
        onConfirm={leave}
        size="xs"
        tone="accent"
      />
    </div>
  );
}

/** An account was connected since: requests a new approval including it. */
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

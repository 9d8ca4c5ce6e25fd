import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { texts as shared } from '../../components/texts.ts';
import type { DecisionKind } from '../../gql/graphql.ts';
import classes from './decision-bar.module.css';
import { DecisionButtons, EditButtons } from './decision-buttons.tsx';
import { type DeskState, isDeciding } from './decision-desk.ts';
import type { ApprovalView } from './queries.ts';
import { texts } from './texts.ts';
import { useDecisionDesk, useDeskState } from './use-decision-desk.tsx';
import { useDeskKeys } from './use-desk-keys.ts';
import type { Editing } from './use-edits.ts';

interface Props {
  approval: ApprovalView;
  /** The hash of what was on the screen: the decision is about that and nothing else. */
  seenHash: string;
  hasChanged: boolean;
  onDecided: () => void;
  /** What the person is changing; null while they are not. */
  editing: Editing | null;
  onEdit: (isEditing: boolean) => void;
}

/** The decision, at the end of what it is about; on a phone it stays at the thumb. */
export function DecisionBar({ approval, seenHash, hasChanged, onDecided, editing, onEdit }: Props) {
  const desk = useDecisionDesk();
  const isBusy = isDeciding(useDeskState(), approval.id);
  const [comment, setComment] = useState(() => returnedComment(desk.getState(), approval.id));
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOff = hasChanged || isBusy || !approval.viewerCan.decide;
  const canEdit = !isOff && approval.viewerCan.approveEdited;

  const decide = (decision: DecisionKind): void => {
    if (isOff) return;
    const words = comment.trim();
    if (decision === 'CHANGES_REQUESTED' && words === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    const signed = editing?.isChanged && decision === 'APPROVED' ? editing : null;
    // Nobody signs what they have not been shown.
    if (signed && !signed.made) return;
    desk.decide({
      approvalId: approval.id,
      contentHash: seenHash,
      decision,
      comment: words || null,
      title: approval.draft.title,
      ...(signed?.made ? { edits: signed.edits, editedHash: signed.made.contentHash } : {}),
    });
    onDecided();
  };
  useDeskKeys({
    a: () => decide('APPROVED'),
    c: () => decide('CHANGES_REQUESTED'),
    r: () => decide('REJECTED'),
    e: () => canEdit && onEdit(!editing),
  });

  if (!approval.viewerCan.decide && !hasChanged) return <Refused reason={approval.viewerCan.reason} />;
  return (
    <section className={classes.bar} aria-label={texts.bar}>
      <Consequence approval={approval} />
      <Textarea
        ref={field}
        aria-label={texts.comment}
        placeholder={texts.commentHint}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={2000}
        value={comment}
        // Back to the single keys.
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
        error={isMissing ? texts.commentMissing : null}
        onChange={(event) => {
          setComment(event.currentTarget.value);
          setMissing(false);
        }}
        className={classes.comment}
      />
      {editing ? (
        <EditButtons isOff={isOff} editing={editing} onApprove={() => decide('APPROVED')} onLeave={() => onEdit(false)} />
      ) : (
        <DecisionButtons isOff={isOff} canEdit={canEdit} decide={decide} onEdit={() => onEdit(true)} />
      )}
    </section>
  );
}

function returnedComment({ returned }: DeskState, approvalId: string): string {
  return returned?.approvalId === approvalId ? (returned.comment ?? '') : '';
}

/** Only where approving has less effect than one would think. */
function Consequence({ approval }: { approval: ApprovalView }) {
  const blocking = approval.gates.filter(({ gate, status }) => status === 'BLOCK' && gate !== 'APPROVAL');
  const given = approval.decisions.filter(({ decision }) => decision === 'APPROVED').length;
  const after = approval.approvalsRequired - given - 1;
  if (blocking.length === 0 && after <= 0) return null;
  return (
    <p className={classes.note}>
      {after > 0 && texts.notLast(after)}{' '}
      {blocking.length > 0 && texts.notYet(blocking.map(({ gate }) => shared.gates.names[gate]).join(', '))}
    </p>
  );
}

function Refused({ reason }: { reason: string | null }) {
  return reason ? (
    <section className={classes.bar} aria-label={texts.bar}>
      <p className={classes.note}>{reason}</p>
    </section>
  ) : null;
}

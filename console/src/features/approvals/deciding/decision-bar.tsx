import { useRef, useState } from 'react';
import { CostNote, withCost } from '../../../components/cost/cost-note.tsx';
import { useHasFolded } from '../../../components/posts/folded-posts.tsx';
import { listed } from '../../../components/texts.ts';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import { useDeskKeys, useHasBeenSeen } from '../../../components/ui/use-desk-keys.ts';
import { useKeptText } from '../../../components/unsaved/use-kept-text.tsx';
import type { DecisionKind } from '../../../gql/graphql.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { type Editing, noteName } from '../detail/use-edits.ts';
import type { ApprovalView, EditPreview } from '../queries.ts';
import { SigningNote } from '../signing/signing-note.tsx';
import { useSigning } from '../signing/use-signing.ts';
import { texts } from '../texts.ts';
import { approvalsAfter, approveLabel, isScheduled } from './approve-label.ts';
import { AskForChanges } from './ask-for-changes.tsx';
import classes from './decision-bar.module.css';
import { DecisionButtons, EditButtons } from './decision-buttons.tsx';
import { type Decision, returnedOf } from './decision-desk.ts';
import { troublesOf } from './troubles.ts';
import { useDecisionDesk } from './use-decision-desk.tsx';
import { useIsDeciding } from './use-is-deciding.ts';
import { WithdrawVote } from './withdraw-vote.tsx';

interface Props {
  approval: ApprovalView;
  /** The hash of the displayed content: the decision applies only to that. */
  seenHash: string;
  hasChanged: boolean;
  onDecided: () => void;
  /** The viewer's edits; null while not editing. */
  editing: Editing | null;
  onEdit: (isEditing: boolean) => void;
}

/** A second tap within this time was meant for the post before. */
const DOUBLE_TAP_MS = 300;

/** The decision, below its subject; at the bottom edge on a phone. */
export function DecisionBar({ approval, seenHash, hasChanged, onDecided, editing, onEdit }: Props) {
  const desk = useDecisionDesk();
  const isBusy = useIsDeciding(approval.id);
  const {
    text: words,
    setText: setWords,
    notice,
  } = useKeptText(noteName(approval.id), returnedOf(desk.getState(), approval.id)?.comment ?? '');
  const [isAsking, setAsking] = useState(words !== '');
  const { isSeen, isAbout } = useHasBeenSeen();
  const bar = useRef<HTMLElement>(null);
  const signing = useSigning(approval);
  const isOff = hasChanged || isBusy || signing.isAsking || !approval.viewerCan.decide;
  const canEdit = !isOff && approval.viewerCan.approveEdited;
  const cost = editing?.isChanged && editing.made ? costOfEdited(approval, editing.made) : approval.cost;
  const hasFolded = useHasFolded();
  const plain = withCost(approveLabel(approval, useNow(), useTimeZone()), cost);
  const label = hasFolded ? texts.folded({ label: plain }) : plain;
  const nameOf = (id: string): string => approval.payloads.find(({ platform }) => platform.id === id)?.platform.label ?? id;

  const decide = (decision: DecisionKind, comment: string | null = null): void => {
    if (isOff || Date.now() - desk.getState().decidedAt < DOUBLE_TAP_MS) return;
    const signed = editing?.isChanged && decision === 'APPROVED' ? editing : null;
    // Without the preview there is no signature.
    if (signed && !signed.made) return;
    const made: Decision = {
      approvalId: approval.id,
      contentHash: seenHash,
      decision,
      comment,
      title: approval.draft.title,
      ...(signed?.made ? { edits: signed.edits, editedHash: signed.made.contentHash } : {}),
    };
    signing.thenDecide(made, (ready) => {
      desk.decide(ready);
      onDecided();
    });
  };
  const byKey = (decision: DecisionKind) => (press: KeyboardEvent) => isAbout(press) && !isAsking && decide(decision);
  const leave = (): void => {
    setAsking(false);
    bar.current?.focus();
  };
  useDeskKeys({
    a: byKey('APPROVED'),
    r: byKey('REJECTED'),
    c: () => !isOff && setAsking(true),
    e: () => canEdit && !isAsking && onEdit(!editing),
  });

  if (!approval.viewerCan.decide && !hasChanged) return <Refused approval={approval} />;
  return (
    <section ref={bar} tabIndex={-1} className={classes.bar} aria-label={texts.bar} data-seen={isSeen || undefined}>
      <Consequence approval={approval} />
      <CostNote cost={cost} nameOf={nameOf} className={classes.note} />
      {!editing && !isAsking && approval.viewerCan.approveEditedReason && (
        <p className={classes.note}>{texts.edit.notHere({ reason: approval.viewerCan.approveEditedReason })}</p>
      )}
      {approval.needsSignature && <SigningNote signing={signing} />}
      {isAsking ? (
        <AskForChanges
          isOff={isOff}
          words={words}
          notice={notice}
          onWords={setWords}
          onAsk={() => decide('CHANGES_REQUESTED', words.trim())}
          onReject={() => decide('REJECTED', words.trim())}
          onLeave={leave}
        />
      ) : editing ? (
        <EditButtons
          isOff={isOff}
          editing={editing}
          label={editing.isChanged ? withCost(texts.edit.approve, cost) : plain}
          onApprove={() => decide('APPROVED')}
          onLeave={() => onEdit(false)}
        />
      ) : (
        <DecisionButtons
          isOff={isOff}
          canEdit={canEdit}
          label={label}
          decide={decide}
          onAsk={() => setAsking(true)}
          onEdit={() => onEdit(true)}
        />
      )}
    </section>
  );
}

/** Other text may have another surcharge. */
function costOfEdited({ cost: { unit } }: ApprovalView, { posts }: EditPreview) {
  return { unit, posts, quantity: posts.reduce((sum, { credits }) => sum + credits, 0) };
}

/** Only where approving has less effect than one would think. */
function Consequence({ approval }: { approval: ApprovalView }) {
  const stops = stopsOf(approval);
  const after = approvalsAfter(approval);
  if (stops.length + after === 0) return null;
  return (
    <p className={classes.note}>
      {after > 0 && texts.notLast({ after })} {stops.length > 0 && texts.notYet({ why: listed(stops) })}
    </p>
  );
}

/** Obstacles besides the approval, in a few words each; else the targets that are not published with the others. */
function stopsOf(approval: ApprovalView): string[] {
  const { lost } = troublesOf(approval);
  const stops = approval.gates
    .filter(({ status }) => status === 'BLOCK')
    .flatMap(({ gate }) => {
      if (gate === 'CONNECTION')
        return [texts.stopsAccount({ names: listed(lost.map(({ name }) => name)), count: lost.map(({ name }) => name).length })];
      return gate === 'APPROVAL' ? [] : [texts.stops[gate]];
    });
  // A network that takes no posts now may take them at a later time.
  const waits = isScheduled(approval, new Date()) ? ['HELD'] : ['HELD', 'WAITING'];
  return stops.length > 0 ? stops : approval.targets.filter(({ state }) => waits.includes(state)).map(({ name }) => name);
}

function Refused({ approval: { id, draft, viewerCan, viewerCanWithdraw } }: { approval: ApprovalView }) {
  return viewerCan.reason || viewerCanWithdraw ? (
    <section className={classes.bar} aria-label={texts.bar}>
      {viewerCan.reason && <p className={classes.note}>{viewerCan.reason}</p>}
      {viewerCanWithdraw && <WithdrawVote approvalId={id} title={draft.title} />}
    </section>
  ) : null;
}

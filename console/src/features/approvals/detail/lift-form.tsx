import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { texts as shared } from '../../../components/texts.ts';
import { Problem } from '../../../components/ui/problem.tsx';
import { showToast } from '../../../components/ui/toasts.tsx';
import { useKeptText } from '../../../components/unsaved/use-kept-text.tsx';
import { LiftFindingDocument } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import type { ApprovalView } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './findings.module.css';
import type { FindingGroup } from './group-findings.ts';

interface Props {
  approval: ApprovalView;
  /** The same thing found on each platform: one reason for all. */
  findings: FindingGroup['open'];
  onDone: () => void;
}

/** The reason for dismissing a finding. */
export function LiftForm({ approval, findings, onDone }: Props) {
  const { text: reason, setText: setReason, notice } = useKeptText(`lift ${findings.map(({ id }) => id).join(' ')}`);
  const lift = useLift(approval, findings, () => {
    setReason('');
    onDone();
  });
  const isMissing = reason.trim() === '';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) lift.mutate(reason);
      }}
    >
      <Textarea
        label={texts.lift.reason}
        description={texts.lift.reasonHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={FIELD_RULES.decision.liftReason.maxLength}
        autoFocus
        required
        value={reason}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {notice}
      {lift.error && <Problem error={lift.error} title={texts.lift.failed} />}
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={lift.isPending} disabled={isMissing}>
          {texts.lift.submit}
        </Button>
        <Button variant="default" size="xs" onClick={onDone}>
          {shared.cancel}
        </Button>
      </div>
    </form>
  );
}

function useLift({ draft, contentHash }: ApprovalView, findings: Props['findings'], onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string) => {
      for (const { id } of findings)
        await runDocument(LiftFindingDocument, { input: { draftId: draft.id, contentHash, findingId: id, reason } });
    },
    onSuccess: () => {
      showToast(texts.lift.done);
      onDone();
    },
    // Also after a refusal: those before it are lifted.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

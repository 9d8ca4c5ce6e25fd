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
export function OverrideForm({ approval, findings, onDone }: Props) {
  const { text: reason, setText: setReason, notice } = useKeptText(`override ${findings.map(({ id }) => id).join(' ')}`);
  const override = useOverride(approval, findings, () => {
    setReason('');
    onDone();
  });
  const isMissing = reason.trim() === '';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) override.mutate(reason);
      }}
    >
      <Textarea
        label={texts.override.reason}
        description={texts.override.reasonHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={FIELD_RULES.decision.overrideReason.maxLength}
        autoFocus
        required
        value={reason}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      {notice}
      {override.error && <Problem error={override.error} title={texts.override.failed} />}
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={override.isPending} disabled={isMissing}>
          {texts.override.submit}
        </Button>
        <Button variant="default" size="xs" onClick={onDone}>
          {shared.cancel}
        </Button>
      </div>
    </form>
  );
}

function useOverride({ draft, contentHash }: ApprovalView, findings: Props['findings'], onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string) => {
      for (const { id } of findings)
        await runDocument(LiftFindingDocument, { input: { draftId: draft.id, contentHash, findingId: id, reason } });
    },
    onSuccess: () => {
      showToast(texts.override.done);
      onDone();
    },
    // Also after a refusal: those before it are overridden.
    onSettled: () => queryClient.invalidateQueries(),
  });
}

import { Button, Modal, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { texts as shared } from '../../components/texts.ts';
import { DialogButtons } from '../../components/ui/dialog.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { useKeptText } from '../../components/unsaved/use-kept-text.tsx';
import { HoldApprovalDocument, ReleaseApprovalDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts as separators } from '../../lib/texts.ts';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.hold;
const MAX_LENGTH = FIELD_RULES.approvals.holdReason.maxLength;

/** Takes an approved post back for a while, where something of it has not been sent. */
export function HoldJob({ job: { approval } }: { job: JobView }) {
  const [isOpen, setOpen] = useState(false);
  if (!approval?.viewerCanHold) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)} aria-haspopup="dialog">
        {words.button}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={words.ask} closeButtonProps={{ 'aria-label': shared.cancel }}>
        <HoldForm approvalId={approval.id} onClose={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function HoldForm({ approvalId, onClose }: { approvalId: string; onClose: () => void }) {
  const { text: reason, setText: setReason, notice } = useKeptText(`hold ${approvalId}`);
  const queryClient = useQueryClient();
  const hold = useMutation({
    mutationFn: () => runDocument(HoldApprovalDocument, { input: { approvalId, reason: reason.trim() } }),
    onSuccess: async () => {
      showToast(words.done);
      setReason('');
      onClose();
      await queryClient.invalidateQueries();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    hold.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <p>{words.what}</p>
        <Textarea
          label={words.reason}
          autosize
          minRows={2}
          maxLength={MAX_LENGTH}
          required
          data-autofocus
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        {notice}
        {hold.error && <Problem error={hold.error} title={words.failed} />}
        <DialogButtons onCancel={onClose}>
          <Button type="submit" loading={hold.isPending} disabled={reason.trim() === ''}>
            {words.submit}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Shows a hold and releases it. */
export function HeldJob({ job: { approval, publications } }: { job: JobView }) {
  const queryClient = useQueryClient();
  const release = useMutation({
    mutationFn: (approvalId: string) => runDocument(ReleaseApprovalDocument, { approvalId }),
    onSuccess: async () => {
      showToast(words.released);
      await queryClient.invalidateQueries();
    },
  });
  if (!approval?.hold || !publications.some(({ state }) => state === 'PENDING')) return null;
  return (
    <Notice tone="wait" title={words.held}>
      <p>
        {separators.quoted({ text: approval.hold.reason })} <Moment at={approval.hold.since} />
      </p>
      {release.error && <Problem error={release.error} title={words.notReleased} />}
      {approval.viewerCanRelease && (
        <Button size="xs" mt="xs" loading={release.isPending} onClick={() => release.mutate(approval.id)}>
          {words.release}
        </Button>
      )}
    </Notice>
  );
}

import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { type BulkAction, BulkBar } from '../../components/lists/bulk-bar.tsx';
import type { Ticks } from '../../components/lists/use-ticks.ts';
import { texts as shared } from '../../components/texts.ts';
import { Dialog, DialogButtons } from '../../components/ui/dialog.tsx';
import { useKeptText } from '../../components/unsaved/use-kept-text.tsx';
import {
  CancelJobDocument,
  HoldApprovalDocument,
  type JobRowFragment,
  ReleaseApprovalDocument,
  RetryJobDocument,
} from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from './texts.ts';

const LEFT = { outlivesPage: true };
const approvalOf = ({ approval }: JobRowFragment): string => approval?.id ?? '';
const release = (job: JobRowFragment) => runDocument(ReleaseApprovalDocument, { approvalId: approvalOf(job) }, LEFT);

type Go = (run: (job: JobRowFragment) => Promise<unknown>) => void;

interface Props {
  ticks: Ticks<JobRowFragment>;
  hasMore: boolean;
  readAll: (most: number) => Promise<JobRowFragment[]>;
}

/** Holds back, releases, submits again and cancels selected posts, as far as each allows it. */
export function JobBulk(props: Props) {
  const [asked, setAsked] = useState<{ go: Go; count: number } | null>(null);
  const { text: reason, setText: setReason, notice } = useKeptText('bulk hold');
  const actions: BulkAction<JobRowFragment>[] = [
    {
      key: 'hold',
      label: texts.hold.button,
      isFor: ({ approval }) => approval?.viewerCanHold === true,
      run: () => Promise.resolve(),
      undo: release,
      ask: (jobs, go) => setAsked({ go, count: jobs.length }),
    },
    { key: 'release', label: texts.hold.release, isFor: ({ approval }) => approval?.viewerCanRelease === true, run: release },
    {
      key: 'retry',
      label: texts.retry,
      isFor: ({ viewerCan }) => viewerCan.retry,
      run: ({ id }) => runDocument(RetryJobDocument, { jobId: id }, LEFT),
    },
    {
      key: 'cancel',
      label: texts.cancel,
      isFor: ({ viewerCan }) => viewerCan.cancel,
      run: ({ id }) => runDocument(CancelJobDocument, { jobId: id }, LEFT),
    },
  ];
  return (
    <BulkBar {...props} actions={actions}>
      <Dialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={texts.hold.askMany({ count: asked?.count ?? 0 })}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            asked?.go((job) => runDocument(HoldApprovalDocument, { input: { approvalId: approvalOf(job), reason } }, LEFT));
            setReason('');
            setAsked(null);
          }}
        >
          <Stack gap="md">
            <p>{texts.hold.what}</p>
            <Textarea
              label={texts.hold.reason}
              autosize
              minRows={2}
              maxLength={FIELD_RULES.approvals.holdReason.maxLength}
              required
              data-autofocus
              value={reason}
              onChange={({ currentTarget: { value } }) => setReason(value)}
            />
            {notice}
            <DialogButtons onCancel={() => setAsked(null)}>
              <Button type="submit" disabled={reason.trim() === ''}>
                {texts.hold.submit}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      </Dialog>
    </BulkBar>
  );
}

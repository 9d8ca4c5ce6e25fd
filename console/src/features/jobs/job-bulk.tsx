import { Button, Stack, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { type BulkAction, BulkBar } from '../../components/lists/bulk-bar.tsx';
import type { Ticks } from '../../components/lists/use-ticks.ts';
import { texts as shared } from '../../components/texts.ts';
import { Dialog, DialogButtons } from '../../components/ui/dialog.tsx';
import { useKeptText } from '../../components/unsaved/use-kept-text.tsx';
import { forgetFormWords } from '../../components/unsaved/use-kept-words.ts';
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
/** The browser's key for a reason that is not saved yet. */
const REASON = 'bulk hold';
const approvalOf = ({ approval }: JobRowFragment): string => approval?.id ?? '';
const release = (job: JobRowFragment) => runDocument(ReleaseApprovalDocument, { approvalId: approvalOf(job) }, LEFT);

type Go = (run: (job: JobRowFragment) => Promise<unknown>) => Promise<number>;

interface Props {
  ticks: Ticks<JobRowFragment>;
  hasMore: boolean;
  readAll: (most: number) => Promise<JobRowFragment[]>;
}

/** Holds back, releases, submits again and cancels selected posts, as far as each allows it. */
export function JobBulk(props: Props) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<{ go: Go; count: number } | null>(null);
  const { text: reason, setText: setReason, notice } = useKeptText(REASON);
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
  const hold = async (go: Go): Promise<void> => {
    setAsked(null);
    const refused = await go((job) => runDocument(HoldApprovalDocument, { input: { approvalId: approvalOf(job), reason } }, LEFT));
    if (refused > 0) return;
    setReason('');
    // Another page may be open by now.
    forgetFormWords(queryClient, REASON);
  };
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
            if (asked) void hold(asked.go);
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

import { Button, Skeleton, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { listed } from '../../components/texts.ts';
import { Dialog, DialogButtons } from '../../components/ui/dialog.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { KeptNotice } from '../../components/unsaved/kept-notice.tsx';
import { useFoundWords, useKeptWords, useRestoredWords } from '../../components/unsaved/use-kept-words.ts';
import { EditPostDocument, PublishedWordsDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import type { JobView } from './queries.ts';
import { texts } from './texts.ts';

type Publication = JobView['publications'][number];

/** Edits that are open, or whose words the post has: the next one begins there. */
const COUNTED = ['DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'APPROVED', 'SCHEDULED', 'PUBLISHING', 'PUBLISHED'];

/** The button that asks for other words of a published post, and their form. */
export function EditWords({ publication, jobId }: { publication: Publication; jobId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { platform, viewerCan, edit } = publication;
  const close = (): void => setOpen(false);
  if (!viewerCan.edit || (edit && COUNTED.includes(edit.state))) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)} aria-haspopup="dialog">
        {texts.edit.open}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        size="lg"
        title={texts.edit.title({ name: platform.label })}
        closeButtonProps={{ 'aria-label': texts.edit.close }}
      >
        <PublishedWords publication={publication} jobId={jobId} onClose={close} />
      </Dialog>
    </>
  );
}

/** The words as they were published. */
function PublishedWords({ publication, jobId, onClose }: { publication: Publication; jobId: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['published-words', jobId],
    queryFn: async ({ signal }) => (await runDocument(PublishedWordsDocument, { id: jobId }, signal)).publishJob,
  });
  return (
    <Loaded query={query} skeleton={<Skeleton height={160} radius={12} />}>
      {(job) => {
        const words = job?.draft.captions.find(({ platform }) => platform === publication.platform.id);
        return <EditForm publicationId={publication.id} words={{ text: words?.text ?? '', tags: words?.tags ?? [] }} onClose={onClose} />;
      }}
    </Loaded>
  );
}

interface FormProps {
  publicationId: string;
  words: { text: string; tags: string[] };
  onClose: () => void;
}

function EditForm({ publicationId, words, onClose }: FormProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { text: words.text, noteToReviewer: '' } });
  const name = `edit ${publicationId}`;
  const found = useFoundWords<typeof form.values>({ name });
  const kept = useKeptWords({ name, found }, form.values, form.isDirty());
  useRestoredWords(found, form.setValues);
  const submit = useMutation({
    mutationFn: ({ text, noteToReviewer }: typeof form.values) =>
      runDocument(EditPostDocument, { input: { publicationId, text, tags: words.tags, noteToReviewer: noteToReviewer.trim() || null } }),
    async onSuccess({ editPost: { approval } }) {
      kept.forget();
      onClose();
      await queryClient.invalidateQueries();
      if (approval) await navigate({ to: '/approvals/{-$approvalId}', params: { approvalId: approval.id } });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => submit.mutate(values))}>
      <Stack gap="sm">
        <p>{texts.edit.how}</p>
        <Textarea
          label={texts.edit.text}
          required
          maxLength={FIELD_RULES.draft.sourceText.maxLength}
          autosize
          minRows={4}
          maxRows={14}
          // Its dialog opens before or together with it.
          data-autofocus
          autoFocus
          {...form.getInputProps('text')}
        />
        <Textarea
          label={texts.edit.why}
          description={texts.edit.whyHint}
          maxLength={FIELD_RULES.draft.noteToReviewer.maxLength}
          autosize
          minRows={1}
          {...form.getInputProps('noteToReviewer')}
        />
        <KeptNotice kept={kept} onDiscard={form.reset} />
        {submit.error && <Problem error={submit.error} title={texts.edit.failed} />}
        <DialogButtons cancel={texts.edit.close} onCancel={onClose}>
          <Button type="submit" loading={submit.isPending} disabled={form.values.text.trim() === words.text.trim()}>
            {texts.edit.submit}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** How far the newest edit has come, with the way to it; once it is published, when that was and who approved it. */
export function EditLine({ publication: { edit } }: { publication: Publication }) {
  if (!edit) return null;
  const { state, approval, publishJob } = edit;
  const approvers = approval?.decisions.filter(({ decision }) => decision === 'APPROVED').map(({ by }) => by) ?? [];
  const isWaiting = approval?.state === 'PENDING';
  const label = state === 'PUBLISHED' ? texts.edit.states.PUBLISHED : isWaiting ? texts.edit.states.PENDING : texts.edit.states.OTHER;
  return (
    <span className={rows.line}>
      {isWaiting ? (
        <Link to="/approvals/{-$approvalId}" params={{ approvalId: approval.id }}>
          {label}
        </Link>
      ) : publishJob ? (
        <Link to="/jobs/$jobId" params={{ jobId: publishJob.id }}>
          {label}
        </Link>
      ) : (
        <Link to="/drafts/$draftId" params={{ draftId: edit.id }}>
          {label}
        </Link>
      )}
      {state === 'PUBLISHED' && publishJob?.wentOutAt && <Moment at={publishJob.wentOutAt} as="when" />}
      {state === 'PUBLISHED' && approvers.length > 0 && <span>{texts.isApprovedBy({ name: listed(approvers) })}</span>}
    </span>
  );
}

import { Button } from '@mantine/core';
import { IconArchive, IconPencil } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ref } from 'react';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { ArchiveDraftDocument, SubmitDraftDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { keepAnswer } from './draft-notices.tsx';
import { DuplicateDraft } from './duplicate-draft.tsx';
import type { DraftView } from './queries.ts';
import { SaveAsTemplate } from './templates.tsx';
import { texts } from './texts.ts';

interface Props {
  draft: DraftView;
  editButton: Ref<HTMLButtonElement>;
  onEdit: () => void;
}

/** The viewer's actions on the draft, as determined by the server. */
export function DraftActions({ draft, editButton, onEdit }: Props) {
  const queryClient = useQueryClient();
  const after = (message: string) => async (): Promise<void> => {
    showToast(message);
    await queryClient.invalidateQueries();
  };
  const submit = useMutation({
    mutationFn: () => runDocument(SubmitDraftDocument, { draftId: draft.id }),
    onSuccess: ({ submitDraft }) => {
      keepAnswer(queryClient, submitDraft);
      return after(texts.submitted)();
    },
  });
  const archive = useMutation({
    mutationFn: () => runDocument(ArchiveDraftDocument, { draftId: draft.id }),
    onSuccess: after(texts.archived),
  });
  return (
    <>
      {draft.viewerCan.archive && (
        <ConfirmButton
          label={texts.archive}
          icon={<IconArchive size={18} aria-hidden />}
          title={texts.archiveAsk}
          what={texts.archiveWhat}
          onConfirm={() => archive.mutateAsync()}
          failed={texts.archiveFailed}
        />
      )}
      <SaveAsTemplate draft={draft} />
      <DuplicateDraft draft={draft} />
      {draft.viewerCan.change && (
        <Button ref={editButton} variant="default" onClick={onEdit} leftSection={<IconPencil size={16} aria-hidden />}>
          {texts.edit}
        </Button>
      )}
      {draft.viewerCan.submit && (
        <Button onClick={() => submit.mutate()} loading={submit.isPending}>
          {texts.submit}
        </Button>
      )}
      {submit.error && <Problem error={submit.error} title={texts.submitFailed} />}
    </>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { CreateDraftDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { keepNotices } from './draft-notices.tsx';
import { toCreateInput, valuesOf } from './editor/use-draft-form.ts';
import type { DraftView } from './queries.ts';
import { texts } from './texts.ts';

/** A new draft with the words, pictures and networks of this one; without its time, and not submitted. */
export function DuplicateDraft({ draft }: { draft: DraftView }) {
  const { timeZone, viewerCan } = useWorkspace();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const duplicate = useMutation({
    mutationFn: () => {
      const values = { ...valuesOf(draft, timeZone), scheduledAt: '' };
      return runDocument(CreateDraftDocument, { input: toCreateInput(values, draft.workspaceId, timeZone) });
    },
    onSuccess: async ({ createDraft }) => {
      keepNotices(queryClient, createDraft);
      await queryClient.invalidateQueries();
      await navigate({ to: '/drafts/$draftId', params: { draftId: createDraft.id } });
      showToast(texts.duplicated);
    },
  });
  if (!viewerCan.createDraft) return null;
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={texts.duplicate}
        title={texts.duplicate}
        onClick={() => duplicate.mutate()}
        loading={duplicate.isPending}
      >
        <IconCopy size={18} aria-hidden />
      </ActionIcon>
      {duplicate.error && <Problem error={duplicate.error} title={texts.duplicateFailed} />}
    </>
  );
}

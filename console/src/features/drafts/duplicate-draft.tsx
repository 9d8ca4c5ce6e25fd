import { Button } from '@mantine/core';
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
      <Button
        variant="default"
        onClick={() => duplicate.mutate()}
        loading={duplicate.isPending}
        leftSection={<IconCopy size={16} aria-hidden />}
      >
        {texts.duplicate}
      </Button>
      {duplicate.error && <Problem error={duplicate.error} title={texts.duplicateFailed} />}
    </>
  );
}

import { Drawer } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { forgetFormWords, keepFormWords } from '../../../components/unsaved/use-kept-words.ts';
import { CreateDraftDocument, type CreateDraftInput, type TemplateViewFragment } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { keepAnswer } from '../draft-notices.tsx';
import { texts } from '../texts.ts';
import type { Unsaved } from './draft-editor.tsx';
import { NewDraftForm, newDraftWords } from './new-draft-form.tsx';
import { type DraftFormValues, draftWords } from './use-draft-form.ts';

interface Props {
  isOpen: boolean;
  /** What it begins with; null for nothing. */
  template: TemplateViewFragment | null;
  onClose: () => void;
}

interface Sent {
  input: CreateDraftInput;
  newer: () => DraftFormValues | null;
}

/** A dialog over the list; saving opens the draft. Closing asks first if something was typed. */
export function NewDraft({ isOpen, template, onClose }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: ({ input }: Sent) => runDocument(CreateDraftDocument, { input }),
    onSuccess: async ({ createDraft }, { input, newer }) => {
      forgetFormWords(queryClient, newDraftWords(input.workspaceId));
      keepAnswer(queryClient, createDraft);
      const values = newer();
      // What was typed while the save was on its way goes on as an unsaved change of the draft.
      if (values) keepFormWords<Unsaved>(queryClient, draftWords(createDraft.id), { values, seen: createDraft });
      await queryClient.invalidateQueries();
      // A saved form needs no confirmation.
      await navigate({ to: '/drafts/$draftId', params: { draftId: createDraft.id }, ignoreBlocker: true });
    },
  });
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={(event) => isEscapeHere(event) && onClose()}
      position="right"
      size="min(1160px, 100%)"
      title={texts.write.title}
      closeButtonProps={{ 'aria-label': texts.cancel }}
    >
      <NewDraftForm
        template={template}
        onSave={(input, newer) => create.mutate({ input, newer })}
        isSaving={create.isPending}
        error={create.error}
      />
    </Drawer>
  );
}

/** Not in a list or a dialog above it, which the key closes: the library would close both at once. */
function isEscapeHere({ key, target, currentTarget, nativeEvent, defaultPrevented }: KeyboardEvent): boolean {
  if (key !== 'Escape' || nativeEvent.isComposing || defaultPrevented || !(target instanceof Element)) return false;
  if (target.closest('[data-mantine-stop-propagation="true"], [role="menu"]')) return false;
  return target.closest('[role="dialog"]') === currentTarget.querySelector('[role="dialog"]');
}

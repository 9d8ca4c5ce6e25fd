import { Button, Checkbox, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { KeysHelp } from '../../../components/keys/keys-help.tsx';
import { texts as shared } from '../../../components/texts.ts';
import { Problem } from '../../../components/ui/problem.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { useUnsavedGuard } from '../../../components/unsaved/unsaved-guard.tsx';
import { forgetFormWords } from '../../../components/unsaved/use-kept-words.ts';
import { CreateDraftDocument, type CreateDraftInput, type TemplateViewFragment } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import classes from '../draft.module.css';
import { keepAnswer } from '../draft-notices.tsx';
import { type Uploads, useUploads } from '../pictures/use-uploads.ts';
import type { DraftView } from '../queries.ts';
import { texts } from '../texts.ts';
import { Composer, keepFromSaving, WithComposerData } from './composer.tsx';
import type { Unsaved } from './draft-editor.tsx';
import { type DraftFormValues, draftWords, emptyValues, toCreateInput, useDraftForm, valuesOfTemplate } from './use-draft-form.ts';

interface Props {
  /** What it begins with; null for nothing. */
  template: TemplateViewFragment | null;
}

const words = texts.write;

/** The composer of a new draft, and whether to submit it at once. What is selected first depends on the connected accounts. */
export function NewDraftForm(props: Props) {
  return <WithComposerData>{({ connected, accounts }) => <NewDraftFields {...{ ...props, connected, accounts }} />}</WithComposerData>;
}

/** The browser's key for a new draft's unsaved text. */
const newDraftWords = (workspaceId: string): string => `new-draft ${workspaceId}`;

interface FieldsProps extends Props {
  /** The platforms that can publish. */
  connected: ReadonlySet<string>;
  accounts: readonly { id: string }[];
}

function NewDraftFields({ template, connected, accounts }: FieldsProps) {
  const { id: workspaceId, timeZone } = useWorkspace();
  // Where only one platform is connected, it is the one that is meant.
  const initial = template ? valuesOfTemplate(template, accounts) : emptyValues(connected.size === 1 ? [...connected] : []);
  const form = useDraftForm(initial, timeZone);
  const uploads = useUploads((picture) => form.insertListItem('pictures', picture));
  const box = useFocusOnWords();
  const { create, saved, open } = useCreate(uploads);
  const isHeld = saved !== null && !uploads.isUploading && uploads.failed > 0;
  // What changed while the save was on its way goes on as an unsaved change of the draft.
  const unsaved = saved
    ? {
        name: draftWords(saved.id),
        words: { values: form.values, seen: saved },
        isUnsaved: JSON.stringify(form.values) !== JSON.stringify(create.variables?.values),
      }
    : { name: newDraftWords(workspaceId), words: form.values, isUnsaved: form.isDirty() };
  const { dialog, notice, isKept } = useUnsavedGuard<DraftFormValues | Unsaved>({
    ...unsaved,
    isBusy: uploads.isUploading,
    restore: (words) => form.setValues(words as DraftFormValues),
    discard: form.reset,
  });
  const isQueued = form.values.publishMode === 'APPROVAL_QUEUE';
  const save = (values: DraftFormValues): void => create.mutate({ values, input: toCreateInput(values, workspaceId, timeZone) });
  return (
    <form ref={box} noValidate onKeyDown={keepFromSaving} onSubmit={form.onSubmit(save)}>
      <Stack gap="md">
        {notice}
        <Composer form={form} uploads={uploads} draft={null} isInDialog />
        {create.error && <Problem error={create.error} title={words.failed} />}
        <div className={classes.saveBar} data-in-dialog>
          {isHeld ? (
            <Button onClick={() => open(saved)}>{words.openWithout({ count: uploads.failed })}</Button>
          ) : (
            <Button type="submit" loading={create.isPending || saved !== null} disabled={uploads.isUploading}>
              {uploads.isUploading ? texts.waitsForPictures : isQueued ? words.saveAndSubmit : words.save}
            </Button>
          )}
          <Checkbox
            label={words.submit}
            disabled={saved !== null}
            checked={isQueued}
            onChange={({ currentTarget: { checked } }) => form.setFieldValue('publishMode', checked ? 'APPROVAL_QUEUE' : 'DRAFT_ONLY')}
          />
          <span className={classes.unsaved} role="status">
            {uploads.failed > 0 && (
              <>
                <ToneIcon tone="bad" size={14} />
                {isHeld ? words.savedWithout({ count: uploads.failed }) : texts.notUploaded({ count: uploads.failed })}
              </>
            )}
            {!isHeld && form.isDirty() && (
              <>
                <ToneIcon tone="wait" size={14} />
                {texts.unsaved}
                {isKept && ` · ${shared.unsaved.kept}`}
              </>
            )}
          </span>
          <KeysHelp keys={texts.composer.keys} />
        </div>
      </Stack>
      {dialog}
    </form>
  );
}

interface Sent {
  input: CreateDraftInput;
  values: DraftFormValues;
}

/** Saves the draft, and opens it once pictures that were added meanwhile have arrived too; those that failed hold it up. */
function useCreate({ isUploading, failed }: Uploads) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { id: workspaceId } = useWorkspace();
  const create = useMutation({
    mutationFn: ({ input }: Sent) => runDocument(CreateDraftDocument, { input }),
    onSuccess: ({ createDraft }) => {
      forgetFormWords(queryClient, newDraftWords(workspaceId));
      keepAnswer(queryClient, createDraft);
      void queryClient.invalidateQueries();
    },
  });
  const saved: DraftView | null = create.data?.createDraft ?? null;
  const open = useCallback(
    // A saved form needs no confirmation.
    ({ id: draftId }: DraftView) => void navigate({ to: '/drafts/$draftId', params: { draftId }, ignoreBlocker: true }),
    [navigate],
  );
  useEffect(() => {
    if (saved && !isUploading && failed === 0) open(saved);
  }, [saved, isUploading, failed, open]);
  return { create, saved, open };
}

/** The form loads after the dialog, so the dialog cannot focus it. */
function useFocusOnWords() {
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  return box;
}

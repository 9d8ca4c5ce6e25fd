import { Button, Checkbox, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { KeysHelp } from '../../../components/keys/keys-help.tsx';
import { texts as shared } from '../../../components/texts.ts';
import { Problem } from '../../../components/ui/problem.tsx';
import { ToneIcon } from '../../../components/ui/status.tsx';
import { useUnsavedGuard } from '../../../components/unsaved/unsaved-guard.tsx';
import type { CreateDraftInput, TemplateViewFragment } from '../../../gql/graphql.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import classes from '../draft.module.css';
import { useUploads } from '../pictures/use-uploads.ts';
import { connectedOf, platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { Composer, keepFromSaving } from './composer.tsx';
import { type DraftFormValues, emptyValues, toCreateInput, useDraftForm, valuesOfTemplate } from './use-draft-form.ts';

interface Props {
  /** What it begins with; null for nothing. */
  template: TemplateViewFragment | null;
  /** `newer`: what the form holds beyond the input once that was saved; null for nothing. */
  onSave: (input: CreateDraftInput, newer: () => DraftFormValues | null) => void;
  isSaving: boolean;
  error: Error | null;
}

const words = texts.write;

/** The composer of a new draft, and whether to submit it at once. */
export function NewDraftForm(props: Props) {
  const platforms = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(useWorkspace().id));
  // The selection depends on the connected accounts.
  if (!platforms.data || targets.isPending) return <Skeleton height={420} radius={8} aria-busy="true" />;
  return <NewDraftFields {...props} connected={connectedOf(targets.data)} accounts={targets.data?.connections ?? []} />;
}

/** The browser's key for a new draft's unsaved text. */
export const newDraftWords = (workspaceId: string): string => `new-draft ${workspaceId}`;

interface FieldsProps extends Props {
  /** The platforms that can publish. */
  connected: ReadonlySet<string>;
  accounts: readonly { id: string }[];
}

function NewDraftFields({ template, onSave, isSaving, error, connected, accounts }: FieldsProps) {
  const { id: workspaceId, timeZone } = useWorkspace();
  // Where only one platform is connected, it is the one that is meant.
  const initial = template ? valuesOfTemplate(template, accounts) : emptyValues(connected.size === 1 ? [...connected] : []);
  const form = useDraftForm(initial, timeZone);
  const uploads = useUploads((picture) => form.insertListItem('pictures', picture));
  const box = useFocusOnWords();
  const newerThan = (sent: DraftFormValues) => (): DraftFormValues | null =>
    JSON.stringify(form.getValues()) === JSON.stringify(sent) ? null : form.getValues();
  const { dialog, notice } = useUnsavedGuard({
    name: newDraftWords(workspaceId),
    words: form.values,
    isUnsaved: form.isDirty(),
    isBusy: uploads.isUploading,
    restore: form.setValues,
    discard: form.reset,
  });
  return (
    <form
      ref={box}
      noValidate
      onKeyDown={keepFromSaving}
      onSubmit={form.onSubmit((values) => onSave(toCreateInput(values, workspaceId, timeZone), newerThan(values)))}
    >
      <Stack gap="md">
        {notice}
        <Composer form={form} uploads={uploads} draft={null} isInDialog />
        {error && <Problem error={error} title={words.failed} />}
        <div className={classes.saveBar} data-in-dialog>
          <Button type="submit" loading={isSaving} disabled={uploads.isUploading}>
            {uploads.isUploading ? texts.waitsForPictures : form.values.publishMode === 'APPROVAL_QUEUE' ? words.saveAndSubmit : words.save}
          </Button>
          <Checkbox
            label={words.submit}
            checked={form.values.publishMode === 'APPROVAL_QUEUE'}
            onChange={({ currentTarget: { checked } }) => form.setFieldValue('publishMode', checked ? 'APPROVAL_QUEUE' : 'DRAFT_ONLY')}
          />
          <span className={classes.unsaved} role="status">
            {form.isDirty() && (
              <>
                <ToneIcon tone="wait" size={14} />
                {`${texts.unsaved} · ${shared.unsaved.kept}`}
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

/** The form loads after the dialog, so the dialog cannot focus it. */
function useFocusOnWords() {
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  return box;
}

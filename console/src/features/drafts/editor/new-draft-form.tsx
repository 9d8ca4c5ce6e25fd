import { Button, SegmentedControl, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { texts as shared } from '../../../components/texts.ts';
import { Problem } from '../../../components/ui/problem.tsx';
import { useUnsavedGuard } from '../../../components/unsaved/unsaved-guard.tsx';
import type { CreateDraftInput, PictureViewFragment, PlatformChoiceFragment } from '../../../gql/graphql.ts';
import { zoneName } from '../../../lib/time/format-time.ts';
import { fromZonedTime } from '../../../lib/time/zoned-time.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import classes from '../draft.module.css';
import { PictureFields } from '../pictures/picture-fields.tsx';
import { useUploads } from '../pictures/use-uploads.ts';
import { connectedOf, platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { draftFaults } from './draft-faults.ts';
import { PlatformChoice } from './platform-choice.tsx';
import { toPictureInput } from './use-draft-form.ts';
import { WordingChoice, type WordingValue } from './wording-choice.tsx';

interface Props {
  onSave: (input: CreateDraftInput) => void;
  isSaving: boolean;
  error: Error | null;
}

const words = texts.write;

const modes = [
  { value: 'DRAFT_ONLY', label: words.modes.DRAFT_ONLY },
  { value: 'APPROVAL_QUEUE', label: words.modes.APPROVAL_QUEUE },
] as const;

/** Source, link, images, platforms, schedule, and whether to submit at once. */
export function NewDraftForm(props: Props) {
  const platforms = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(useWorkspace().id));
  // The layout depends on the number of platforms, and the selection on the connected accounts.
  if (!platforms.data || targets.isPending) return <Skeleton height={420} radius={8} aria-busy="true" />;
  return <NewDraftFields {...props} platforms={platforms.data} connected={connectedOf(targets.data)} />;
}

interface FieldsProps extends Props {
  platforms: readonly PlatformChoiceFragment[];
  connected: ReadonlySet<string>;
}

/** The browser's key for a new draft's unsaved text. */
export const newDraftWords = (workspaceId: string): string => `new-draft ${workspaceId}`;

/** The form loads after the dialog, so the dialog cannot focus it. */
const takeFocus = (field: HTMLTextAreaElement | null): void => field?.focus();

function NewDraftFields({ onSave, isSaving, error, platforms, connected }: FieldsProps) {
  const { form, save } = useNewDraftForm(onSave, connected);
  const { id: workspaceId, timeZone } = useWorkspace();
  const uploads = useUploads((picture) => form.insertListItem('pictures', picture));
  const { dialog, notice } = useUnsavedGuard({
    name: newDraftWords(workspaceId),
    words: form.values,
    isUnsaved: form.isDirty(),
    isBusy: uploads.isUploading,
    restore: form.setValues,
    discard: form.reset,
  });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        {notice}
        <Textarea
          ref={takeFocus}
          label={words.source}
          description={words.sourceHint}
          autosize
          minRows={6}
          maxRows={16}
          data-autofocus
          {...form.getInputProps('sourceText')}
        />
        <TextInput label={words.link} type="url" inputMode="url" placeholder="https://" {...form.getInputProps('link')} />
        <WordingChoice {...form.getInputProps('wording')} />
        <PictureFields
          pictures={form.values.pictures}
          uploads={uploads}
          platforms={platforms.filter((platform) => form.values.platforms.includes(platform.id))}
          onChange={(pictures) => form.setFieldValue('pictures', pictures)}
        />
        <PlatformChoice platforms={platforms} connected={connected} {...form.getInputProps('platforms')} />
        <TextInput
          label={words.schedule}
          description={words.scheduleHint(zoneName(timeZone))}
          type="datetime-local"
          {...form.getInputProps('scheduledAt')}
        />
        <SegmentedControl aria-label={words.mode} fullWidth data={[...modes]} {...form.getInputProps('publishMode')} />
        {error && <Problem error={error} title={words.failed} />}
        <div className={classes.saveBar} data-in-dialog>
          <Button type="submit" loading={isSaving} disabled={uploads.isUploading}>
            {uploads.isUploading ? texts.waitsForPictures : form.values.publishMode === 'APPROVAL_QUEUE' ? words.saveAndSubmit : words.save}
          </Button>
          {form.isDirty() && (
            <p className={classes.note} role="status">
              {texts.unsaved} · {shared.unsaved.kept}
            </p>
          )}
        </div>
      </Stack>
      {dialog}
    </form>
  );
}

/** Where only one platform is connected, it is the one that is meant. */
function useNewDraftForm(onSave: Props['onSave'], connected: ReadonlySet<string>) {
  const { id: workspaceId, timeZone } = useWorkspace();
  const form = useForm({
    initialValues: {
      sourceText: '',
      link: '',
      wording: '' as WordingValue,
      pictures: [] as PictureViewFragment[],
      platforms: connected.size === 1 ? [...connected] : [],
      scheduledAt: '',
      publishMode: 'DRAFT_ONLY' as 'DRAFT_ONLY' | 'APPROVAL_QUEUE',
    },
    validate: draftFaults(timeZone),
  });
  const save = form.onSubmit(({ sourceText, link, wording, pictures, platforms, scheduledAt, publishMode }) =>
    onSave({
      workspaceId,
      sourceText,
      platforms,
      publishMode,
      ...(link.trim() === '' ? {} : { link: link.trim() }),
      ...(wording === '' ? {} : { wording }),
      ...(pictures.length === 0 ? {} : { pictures: pictures.map(toPictureInput) }),
      ...(scheduledAt === '' ? {} : { scheduledAt: fromZonedTime(scheduledAt, timeZone)?.toISOString() ?? null }),
    }),
  );
  return { form, save };
}

import { Button, Checkbox, Group, SegmentedControl, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { PlatformMark } from '../../components/platform-mark.tsx';
import { Problem } from '../../components/problem.tsx';
import type { CreateDraftInput } from '../../gql/graphql.ts';
import { zoneName } from '../../lib/format-time.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { fromZonedTime } from '../../lib/zoned-time.ts';
import { platformsQuery } from './queries.ts';
import { texts } from './texts.ts';

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

/** Source, link, platforms, time, and whether it is submitted at once. */
export function NewDraftForm({ onSave, isSaving, error }: Props) {
  const { form, save } = useDraftForm(onSave);
  const { timeZone } = useWorkspace();
  const platforms = useQuery(platformsQuery);
  // Where the fields stand depends on how many platforms there are.
  if (!platforms.data) return <Skeleton height={420} radius={8} aria-busy="true" />;
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <Textarea
          label={words.source}
          description={words.sourceHint}
          autosize
          minRows={6}
          maxRows={16}
          data-autofocus
          {...form.getInputProps('sourceText')}
        />
        <TextInput label={words.link} type="url" inputMode="url" placeholder="https://" {...form.getInputProps('link')} />
        <Checkbox.Group label={words.platforms} {...form.getInputProps('platforms')}>
          <Group gap="md" mt={4} mb={4}>
            {platforms.data.map(({ id, label }) => (
              <Checkbox key={id} value={id} label={<PlatformMark id={id} label={label} />} />
            ))}
          </Group>
        </Checkbox.Group>
        <TextInput
          label={words.schedule}
          description={words.scheduleHint(zoneName(timeZone))}
          type="datetime-local"
          {...form.getInputProps('scheduledAt')}
        />
        <SegmentedControl aria-label={words.mode} fullWidth data={[...modes]} {...form.getInputProps('publishMode')} />
        {error && <Problem error={error} title={words.failed} />}
        <Button type="submit" loading={isSaving}>
          {form.values.publishMode === 'APPROVAL_QUEUE' ? words.saveAndSubmit : words.save}
        </Button>
      </Stack>
    </form>
  );
}

function useDraftForm(onSave: Props['onSave']) {
  const { id: workspaceId, timeZone } = useWorkspace();
  const form = useForm({
    initialValues: {
      sourceText: '',
      link: '',
      platforms: [] as string[],
      scheduledAt: '',
      publishMode: 'DRAFT_ONLY' as 'DRAFT_ONLY' | 'APPROVAL_QUEUE',
    },
    validate: {
      sourceText: (value) => (value.trim() === '' ? words.sourceMissing : null),
      link: (value) => (value === '' || URL.canParse(value) ? null : words.linkWrong),
      platforms: (value) => (value.length === 0 ? words.platformMissing : null),
      scheduledAt: (value) => (value === '' || isAhead(value, timeZone) ? null : words.scheduleWrong),
    },
  });
  const save = form.onSubmit(({ sourceText, link, platforms, scheduledAt, publishMode }) =>
    onSave({
      workspaceId,
      sourceText,
      platforms,
      publishMode,
      ...(link === '' ? {} : { link }),
      ...(scheduledAt === '' ? {} : { scheduledAt: fromZonedTime(scheduledAt, timeZone)?.toISOString() ?? null }),
    }),
  );
  return { form, save };
}

function isAhead(local: string, timeZone: string): boolean {
  return (fromZonedTime(local, timeZone)?.getTime() ?? 0) > Date.now();
}

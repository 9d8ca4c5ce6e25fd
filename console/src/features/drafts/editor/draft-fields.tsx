import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import { formatWhen, zoneName } from '../../../lib/time/format-time.ts';
import { toZonedTime } from '../../../lib/time/zoned-time.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { PictureFields } from '../pictures/picture-fields.tsx';
import type { Uploads } from '../pictures/use-uploads.ts';
import { connectedOf, platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import { PlatformChoice } from './platform-choice.tsx';
import type { DraftForm } from './use-draft-form.ts';
import { WordingChoice } from './wording-choice.tsx';

const words = texts.write;

/** Source, link, images, targets and schedule. */
export function DraftFields({ form, uploads }: { form: DraftForm; uploads: Uploads }) {
  const timeZone = useTimeZone();
  const platforms = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(useWorkspace().id));
  const accounts = targets.data?.connections.filter(({ platform }) => form.values.platforms.includes(platform.id)) ?? [];
  const slot = targets.data?.nextFreeSlot;
  return (
    <Stack gap="md">
      <Textarea
        label={texts.source}
        description={texts.sourceNote}
        autosize
        minRows={4}
        maxRows={14}
        {...form.getInputProps('sourceText')}
      />
      <TextInput label={words.link} type="url" inputMode="url" placeholder="https://" {...form.getInputProps('link')} />
      <WordingChoice {...form.getInputProps('wording')} />
      <PictureFields
        pictures={form.values.pictures}
        uploads={uploads}
        platforms={(platforms.data ?? []).filter(({ id }) => form.values.platforms.includes(id))}
        onChange={(pictures) => form.setFieldValue('pictures', pictures)}
      />
      <PlatformChoice platforms={platforms.data ?? []} connected={connectedOf(targets.data)} {...form.getInputProps('platforms')} />
      {accounts.length > 0 && (
        <Checkbox.Group label={texts.accounts} description={texts.accountsHint} {...form.getInputProps('connectionIds')}>
          <Group gap="md" mt={4} mb={4}>
            {accounts.map(({ id, handle, platform }) => (
              <Checkbox key={id} value={id} label={`${handle} (${platform.label})`} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Group gap="xs" align="flex-end">
        <TextInput
          label={words.schedule}
          description={words.scheduleHint(zoneName(timeZone))}
          type="datetime-local"
          {...form.getInputProps('scheduledAt')}
        />
        {slot && (
          <Button variant="default" onClick={() => form.setFieldValue('scheduledAt', toZonedTime(new Date(slot), timeZone))}>
            {texts.freeSlot(formatWhen(new Date(slot), new Date(), timeZone))}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

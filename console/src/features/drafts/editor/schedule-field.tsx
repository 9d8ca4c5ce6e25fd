import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import { WhenField } from '../../../components/ui/when-field.tsx';
import { formatWhen, zoneName } from '../../../lib/time/format-time.ts';
import { toZonedTime } from '../../../lib/time/zoned-time.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { freeSlotsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import type { DraftForm } from './use-draft-form.ts';

const words = texts.write;

/** When it may go out, with the next free slots of the workspace. */
export function ScheduleField({ form }: { form: DraftForm }) {
  const timeZone = useTimeZone();
  const { data: slots = [] } = useQuery(freeSlotsQuery(useWorkspace().id));
  const now = new Date();
  const { value, onChange, ...field } = form.getInputProps('scheduledAt');
  return (
    <div>
      <WhenField
        label={words.schedule}
        description={words.scheduleHint({ zone: zoneName(timeZone) })}
        maw={420}
        {...field}
        value={value}
        onValue={onChange}
      />
      {slots.length > 0 && (
        <Group gap="xs" mt={8} component="section" aria-label={texts.freeSlots}>
          {slots.map((slot, index) => {
            const local = toZonedTime(new Date(slot), timeZone);
            const when = formatWhen(new Date(slot), now, timeZone);
            return (
              <Button
                key={slot}
                variant="default"
                size="xs"
                aria-pressed={form.values.scheduledAt === local}
                onClick={() => form.setFieldValue('scheduledAt', local)}
              >
                {index === 0 ? texts.freeSlot({ when }) : when}
              </Button>
            );
          })}
        </Group>
      )}
    </div>
  );
}

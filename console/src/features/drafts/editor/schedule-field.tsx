import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '../../../components/ui/time-zone.ts';
import { formatWhen, zoneName } from '../../../lib/time/format-time.ts';
import { toZonedTime } from '../../../lib/time/zoned-time.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';
import type { DraftForm } from './use-draft-form.ts';

const words = texts.write;

/** When it may go out, with the next free slot of the workspace. */
export function ScheduleField({ form }: { form: DraftForm }) {
  const timeZone = useTimeZone();
  const targets = useQuery(targetsQuery(useWorkspace().id));
  const slot = targets.data?.nextFreeSlot;
  return (
    <div className={classes.schedule}>
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
    </div>
  );
}

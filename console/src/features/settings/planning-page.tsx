import { Button, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { useFollowedForm } from '../../lib/use-followed-form.ts';
import type { Settings } from './queries.ts';
import { SaveBar } from './save-bar.tsx';
import classes from './settings.module.css';
import { SettingsFormPage } from './settings-form-page.tsx';
import { texts } from './texts.ts';
import { useSaveSettings } from './use-save.ts';
import { Weekdays } from './weekdays.tsx';

const words = texts.planning;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WORK_DAYS = [1, 2, 3, 4, 5];
const zones = Intl.supportedValuesOf('timeZone');

/** The workspace's zone, its quiet hours and its posting slots. */
export function PlanningPage() {
  return <SettingsFormPage title={words.title}>{(settings) => <PlanningFields settings={settings} />}</SettingsFormPage>;
}

const valuesOf = ({ timeZone, quietHours, postingSlots }: Settings) => ({ timeZone, quietHours, postingSlots });
type PlanningForm = UseFormReturnType<ReturnType<typeof valuesOf>>;

function PlanningFields({ settings }: { settings: Settings }) {
  const filled = useFollowedForm(settings, valuesOf);
  const { form } = filled;
  const save = useSaveSettings(filled.seen, filled.following);
  return (
    // The browser refuses empty and half-typed times.
    <form onSubmit={form.onSubmit((planning) => save.mutate(planning))}>
      <Stack gap="md">
        <Panel title={words.zone}>
          <Select
            label={words.zoneLabel}
            description={words.zoneHint}
            data={zones.includes(settings.timeZone) ? zones : [settings.timeZone, ...zones]}
            searchable
            allowDeselect={false}
            maw={360}
            limit={100}
            nothingFoundMessage={words.zoneNone}
            {...form.getInputProps('timeZone')}
          />
        </Panel>
        <QuietHours form={form} />
        <Slots form={form} next={settings.nextFreeSlot} />
        <SaveBar name="planning" filled={filled} save={save} />
      </Stack>
    </form>
  );
}

function QuietHours({ form }: { form: PlanningForm }) {
  return (
    <Panel title={words.quiet}>
      <p className={classes.note}>{words.quietHint}</p>
      <ul className={classes.times}>
        {form.values.quietHours.map((window, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no name of their own, and the form knows them by their place.
          <li key={index} className={classes.time}>
            <Weekdays
              label={words.days}
              value={window.weekdays}
              onChange={(days) => form.setFieldValue(`quietHours.${index}.weekdays`, days)}
            />
            <TextInput label={words.from} type="time" required withAsterisk={false} {...form.getInputProps(`quietHours.${index}.from`)} />
            <TextInput label={words.to} type="time" required withAsterisk={false} {...form.getInputProps(`quietHours.${index}.to`)} />
            <Button variant="default" size="sm" onClick={() => form.removeListItem('quietHours', index)}>
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        mt={12}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => form.insertListItem('quietHours', { weekdays: EVERY_DAY, from: '22:00', to: '07:00' })}
      >
        {words.addQuiet}
      </Button>
    </Panel>
  );
}

function Slots({ form, next }: { form: PlanningForm; next: string | null }) {
  return (
    <Panel title={words.slots}>
      <p className={classes.note}>{words.slotsHint}</p>
      <ul className={classes.times}>
        {form.values.postingSlots.map((slot, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={index} className={classes.time}>
            <Weekdays
              label={words.days}
              value={slot.weekdays}
              onChange={(days) => form.setFieldValue(`postingSlots.${index}.weekdays`, days)}
            />
            <TextInput label={words.at} type="time" required withAsterisk={false} {...form.getInputProps(`postingSlots.${index}.at`)} />
            <Button variant="default" size="sm" onClick={() => form.removeListItem('postingSlots', index)}>
              {texts.remove}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="default"
        size="xs"
        mt={12}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => form.insertListItem('postingSlots', { weekdays: WORK_DAYS, at: '09:00' })}
      >
        {words.addSlot}
      </Button>
      {next && (
        <p className={classes.next}>
          {words.next} <Moment at={next} as="when" />
        </p>
      )}
    </Panel>
  );
}

import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { browserZone } from '../../lib/time/browser-zone.ts';
import { Chats } from './chats.tsx';
import { Devices } from './devices.tsx';
import classes from './notifications.module.css';
import { type NoticeSettings, noticeSettingsQuery, useSaveNoticeSettings } from './queries.ts';
import { texts } from './texts.ts';

/** Notifications outside the console, and their schedule. */
export function NotificationsPage() {
  const query = useQuery(noticeSettingsQuery);
  return (
    <Page title={texts.title}>
      <SettingsNav />
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {(settings) =>
          settings && (
            <div className={classes.page}>
              <p className={classes.note}>{texts.lead}</p>
              {!settings.canMail && <Notice tone="wait" title={texts.noMail} />}
              <Topics settings={settings} />
              <Devices settings={settings} />
              <Chats settings={settings} />
              <Times settings={settings} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

const CHANNELS = ['mail', 'push', 'chat'] as const;

/** A row for each topic; a switch saves at once. */
function Topics({ settings }: { settings: NoticeSettings }) {
  const save = useSaveNoticeSettings();
  const isThere = { mail: true, push: settings.devices.length > 0, chat: settings.chats.length > 0 };
  return (
    <Panel title={texts.what} isFlush>
      {save.error && <Problem error={save.error} title={texts.notSaved} />}
      <ul className={rows.rows}>
        {settings.topics.map(({ topic, mail, push, chat }) => {
          const [name, what] = texts.topics[topic];
          const chosen = { mail, push, chat };
          return (
            <li key={topic} className={rows.row}>
              <div className={rows.main}>
                <p className={rows.title}>{name}</p>
                <p className={classes.small}>{what}</p>
              </div>
              {topic === 'SECURITY' ? (
                <span className={classes.small}>{texts.always}</span>
              ) : (
                <Group gap="lg">
                  {CHANNELS.filter((channel) => isThere[channel]).map((channel) => (
                    <Switch
                      key={channel}
                      label={texts[channel]}
                      aria-label={texts.by({ channel: texts[channel], topic: name })}
                      checked={chosen[channel]}
                      disabled={save.isPending}
                      onChange={({ currentTarget }) => save.mutate({ topics: [{ topic, ...chosen, [channel]: currentTarget.checked }] })}
                    />
                  ))}
                </Group>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const ZONES = Intl.supportedValuesOf('timeZone');

/** Quiet hours and the daily message, by the clock of the chosen zone; at first, this browser's. */
function Times({ settings }: { settings: NoticeSettings }) {
  const timeZone = settings.timeZone ?? browserZone ?? 'UTC';
  const save = useSaveNoticeSettings();
  const form = useForm({
    initialValues: {
      quietFrom: settings.quietFrom ?? '',
      quietTo: settings.quietTo ?? '',
      digestAt: settings.digestAt ?? '',
      timeZone,
    },
  });
  const submit = form.onSubmit(({ quietFrom, quietTo, digestAt, ...others }) =>
    save.mutate({ quietFrom: quietFrom || null, quietTo: quietTo || null, digestAt: digestAt || null, ...others }),
  );
  return (
    <Panel title={texts.when}>
      {/* The browser refuses half-typed times, which have no value. */}
      <form onSubmit={submit}>
        <Stack gap="md">
          <fieldset className={classes.fieldset}>
            <legend className={classes.legend}>{texts.quiet}</legend>
            <p className={classes.small}>{texts.quietHint}</p>
            <Group gap="md" mt={8}>
              <TextInput type="time" label={texts.from} {...form.getInputProps('quietFrom')} />
              <TextInput type="time" label={texts.to} {...form.getInputProps('quietTo')} />
            </Group>
          </fieldset>
          <TextInput type="time" label={texts.digest} description={texts.digestHint} maw={420} {...form.getInputProps('digestAt')} />
          <Select
            label={texts.zone}
            data={ZONES.includes(timeZone) ? ZONES : [timeZone, ...ZONES]}
            searchable
            allowDeselect={false}
            maw={420}
            limit={100}
            nothingFoundMessage={texts.zoneNone}
            {...form.getInputProps('timeZone')}
          />
          {save.error && <Problem error={save.error} title={texts.notSaved} />}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

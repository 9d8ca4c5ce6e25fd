import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '../../components/ui/moment.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { showToast } from '../../components/ui/toasts.tsx';
import { AddPushDeviceDocument, RemovePushDeviceDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { canPush, subscribePush } from '../../lib/push-device.ts';
import classes from './notifications.module.css';
import { type NoticeSettings, noticeSettingsQuery } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.devices;

/** Devices for push notifications, and a button to add this one. */
export function Devices({ settings: { devices, pushKey } }: { settings: NoticeSettings }) {
  const { add, remove, isRefused } = useDevices(pushKey);
  const error = add.error ?? remove.error;
  return (
    <Panel
      title={words.title}
      side={
        canPush() &&
        pushKey && (
          <Button size="xs" onClick={() => add.mutate(pushKey)} loading={add.isPending}>
            {words.add}
          </Button>
        )
      }
      isFlush
    >
      <div className={classes.padded}>
        <p className={classes.small}>{canPush() ? words.how : words.cannot}</p>
        {isRefused && <Notice tone="wait" title={words.refused} />}
        {error && <Problem error={error} title={words.failed} />}
      </div>
      <ul className={rows.rows}>
        {devices.map(({ id, name, createdAt }) => (
          <li key={id} className={rows.row}>
            <div className={rows.main}>
              <p className={rows.title}>{name}</p>
              <p className={rows.line}>
                {words.since} <Moment at={createdAt} />
              </p>
            </div>
            <Button variant="default" size="xs" onClick={() => remove.mutate(id)} loading={remove.isPending}>
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function useDevices(pushKey: string | null) {
  const queryClient = useQueryClient();
  const [isRefused, setRefused] = useState(false);
  const saved = (settings: NoticeSettings): void => {
    queryClient.setQueryData(noticeSettingsQuery.queryKey, settings);
    showToast(texts.saved);
  };
  const add = useMutation({
    mutationFn: async (key: string) => {
      const input = await subscribePush(key);
      setRefused(input === null);
      return input && (await runDocument(AddPushDeviceDocument, { input })).addPushDevice;
    },
    onSuccess: (settings) => settings && saved(settings),
  });
  const remove = useMutation({
    mutationFn: (deviceId: string) => runDocument(RemovePushDeviceDocument, { deviceId }),
    onSuccess: ({ removePushDevice }) => saved(removePushDevice),
  });
  return { add, remove, isRefused: isRefused && pushKey !== null };
}

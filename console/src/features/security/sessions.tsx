import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import rows from '../../components/ui/rows.module.css';
import { Status } from '../../components/ui/status.tsx';
import { EndOtherSessionsDocument, EndSessionDocument, type SecurityViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import classes from './security.module.css';
import { texts } from './texts.ts';

type Session = SecurityViewFragment['sessions'][number];

/** Every browser in which the person is signed in; this one first. */
export function Sessions({ sessions }: { sessions: Session[] }) {
  const queryClient = useQueryClient();
  const endOthers = useMutation({
    mutationFn: () => runDocument(EndOtherSessionsDocument, {}),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const ordered = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const others = sessions.length - 1;
  return (
    <Panel
      title={texts.sessions}
      isFlush
      side={
        others > 0 && (
          <ConfirmButton
            size="xs"
            label={texts.endOthers}
            title={texts.endOthersAsk}
            what={texts.endOthersWhat({ others })}
            failed={texts.notChanged}
            onConfirm={() => endOthers.mutateAsync()}
          />
        )
      }
    >
      <ul className={rows.rows}>
        {ordered.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  );
}

function SessionRow({ session: { id, device, address, createdAt, lastSeenAt, isCurrent } }: { session: Session }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => runDocument(EndSessionDocument, { sessionId: id }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const Icon = /iPhone|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={rows.row}>
      <div className={classes.head}>
        <Icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
        <div>
          <span className={rows.title}>{device}</span>
          <span className={rows.line}>
            {address && <span>{address}</span>}
            <span>
              {texts.signedIn} <Moment at={createdAt} />
            </span>
            <span>
              {texts.seen} <Moment at={lastSeenAt} />
            </span>
          </span>
          {end.error && <Problem error={end.error} title={texts.notChanged} />}
        </div>
      </div>
      {isCurrent ? (
        <Status state={{ tone: 'good', word: texts.thisOne }} />
      ) : (
        <Button variant="default" size="xs" onClick={() => end.mutate()} loading={end.isPending} aria-label={texts.endOne({ device })}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}

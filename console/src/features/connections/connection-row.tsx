import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PlatformMark } from '../../components/posts/platform-mark.tsx';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import rows from '../../components/ui/rows.module.css';
import { connectionHealth } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { type ConnectionViewFragment, DisconnectDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from './texts.ts';

interface Props {
  connection: ConnectionViewFragment;
  canManage: boolean;
  onReconnect: () => void;
}

export function ConnectionRow({ connection, canManage, onReconnect }: Props) {
  const { id, handle, health, healthMessage, platform, createdAt, checkedAt, accessEndsAt, withheldMessage, limits } = connection;
  const characters = Math.min(...limits.filter(({ field }) => field === 'text').map(({ max }) => max));
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => runDocument(DisconnectDocument, { connectionId: id }),
    onSuccess: async () => {
      showToast(texts.disconnected);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>{handle}</span>
        <span className={rows.line}>
          <PlatformMark id={platform.id} label={platform.label} />
          <span>
            {texts.since} <Moment at={createdAt} />
          </span>
          {checkedAt && (
            <span>
              {texts.checked} <Moment at={checkedAt} />
            </span>
          )}
          {accessEndsAt && (
            <span>
              {texts.accessUntil} <Moment at={accessEndsAt} as="when" />
            </span>
          )}
          {Number.isFinite(characters) && <span>{texts.takes({ characters })}</span>}
          {healthMessage && <span>{healthMessage}</span>}
          {withheldMessage && <span>{withheldMessage}</span>}
        </span>
      </div>
      <div className={rows.side}>
        <Status state={connectionHealth[health]} />
        {canManage && (health !== 'HEALTHY' || accessEndsAt || withheldMessage) && (
          <Button size="xs" onClick={onReconnect}>
            {texts.reconnect}
          </Button>
        )}
        {canManage && (
          <ConfirmButton
            size="xs"
            label={texts.disconnect}
            title={texts.disconnectAsk({ handle })}
            what={texts.disconnectWhat}
            failed={texts.disconnectFailed}
            onConfirm={() => disconnect.mutateAsync()}
          />
        )}
      </div>
    </li>
  );
}

import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { RemovePasskeyDocument, type SecurityViewFragment } from '../../gql/graphql.ts';
import { canUsePasskeys } from '../../lib/http/passkey.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { AddPasskey } from './add-passkey.tsx';
import classes from './security.module.css';
import { texts } from './texts.ts';

type Passkey = SecurityViewFragment['passkeys'][number];

/** The person's passkeys, with their names. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <Panel title={texts.passkeys} isFlush side={canUsePasskeys() ? <AddPasskey /> : null}>
      {!canUsePasskeys() && <p className={classes.why}>{texts.passkeysNot}</p>}
      {passkeys.length === 0 ? (
        <Empty title={texts.passkeysEmpty}>
          <p>{texts.passkeysEmptyHow}</p>
        </Empty>
      ) : (
        <ul className={rows.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt, fingerprint } }: { passkey: Passkey }) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => freshly(() => runDocument(RemovePasskeyDocument, { passkeyId: id })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <li className={rows.row}>
      <div className={classes.head}>
        <IconFingerprint size={20} stroke={1.6} aria-hidden className={classes.icon} />
        <div>
          <span className={rows.title}>{name}</span>
          <span className={rows.line}>
            <span>
              {texts.added} <Moment at={createdAt} />
            </span>
            {lastUsedAt ? (
              <span>
                {texts.lastUsed} <Moment at={lastUsedAt} />
              </span>
            ) : (
              <span>{texts.neverUsed}</span>
            )}
          </span>
          <details className={rows.line}>
            <summary>{texts.fingerprint}</summary>
            <p>{texts.fingerprintWhat}</p>
            <code className={classes.fingerprint}>{fingerprint}</code>
          </details>
        </div>
      </div>
      <ConfirmButton
        size="xs"
        label={texts.remove}
        title={texts.removeAsk({ name })}
        what={texts.removeWhat}
        failed={texts.removeFailed}
        onConfirm={() => remove.mutateAsync()}
      />
    </li>
  );
}

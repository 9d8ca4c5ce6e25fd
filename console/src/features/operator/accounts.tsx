import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import rows from '../../components/ui/rows.module.css';
import { accountStates } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { type AccountState, SetAccountStateDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { texts } from './texts.ts';

interface Account {
  id: string;
  name: string;
  state: AccountState;
}

/** All accounts of the service; approving and suspending is the operator's. */
export function Accounts({ accounts }: { accounts: Account[] }) {
  if (accounts.length === 0) {
    return (
      <Empty title={texts.accountsEmpty}>
        <p>{texts.accountsEmptyHow}</p>
      </Empty>
    );
  }
  return (
    <ul className={rows.rows}>
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
    </ul>
  );
}

function AccountRow({ account: { id, name, state } }: { account: Account }) {
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (next: AccountState) => freshly(() => runDocument(SetAccountStateDocument, { accountId: id, state: next })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <span className={rows.title}>{name}</span>
        <code className={rows.line}>{id}</code>
      </div>
      <div className={rows.side}>
        <Status state={accountStates[state]} />
        {state === 'APPROVED' ? (
          <ConfirmButton
            size="xs"
            label={texts.suspend}
            title={texts.suspendAsk({ name })}
            what={texts.suspendWhat}
            failed={texts.suspendFailed}
            onConfirm={() => change.mutateAsync('SUSPENDED')}
          />
        ) : (
          <ConfirmButton
            size="xs"
            tone="accent"
            label={texts.approve}
            title={texts.approveAsk({ name })}
            what={texts.approveWhat}
            failed={texts.approveFailed}
            onConfirm={() => change.mutateAsync('APPROVED')}
          />
        )}
      </div>
    </li>
  );
}

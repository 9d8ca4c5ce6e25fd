import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFreshly } from '../../components/identity/use-freshly.ts';
import { ConfirmButton } from '../../components/ui/confirm-button.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { KeepAccountDocument, RequestErasureDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

const words = texts.eraseAccount;

/** The end of the account, for its owners: after a waiting period in which it can be taken back. */
export function EraseAccount() {
  const { account, viewerCan } = useWorkspace();
  const { id: accountId, name, eraseAt } = account;
  const freshly = useFreshly();
  const queryClient = useQueryClient();
  const change = useMutation<unknown>({
    mutationFn: () =>
      freshly(
        (): Promise<unknown> =>
          eraseAt ? runDocument(KeepAccountDocument, { accountId }) : runDocument(RequestErasureDocument, { accountId }),
      ),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  if (!viewerCan.manageSettings) return null;
  return (
    <Panel title={words.title({ account: name })}>
      <Stack gap="md" align="flex-start">
        {eraseAt ? (
          <p>
            {words.waits} <Moment at={eraseAt} as="when" />. {words.untilThen}
          </p>
        ) : (
          <p className={classes.note}>{words.what}</p>
        )}
        {eraseAt ? (
          <>
            {change.error && <Problem error={change.error} title={words.failed} />}
            <Button variant="default" onClick={() => change.mutate()} loading={change.isPending}>
              {words.keep}
            </Button>
          </>
        ) : (
          <ConfirmButton
            label={words.button}
            title={words.ask({ account: name })}
            what={words.askWhat}
            failed={words.failed}
            onConfirm={() => change.mutateAsync()}
          />
        )}
      </Stack>
    </Panel>
  );
}

import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { Panel } from '../../../components/ui/panel.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import rows from '../../../components/ui/rows.module.css';
import { showToast } from '../../../components/ui/toasts.tsx';
import { AccountWorkspacesDocument, CreateWorkspaceDocument } from '../../../gql/graphql.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import { openWorkspace, useViewer, useWorkspace } from '../../../lib/viewer.ts';
import classes from '../settings.module.css';
import { texts } from '../texts.ts';
import { WorkspaceRow } from './workspace-row.tsx';

const words = texts.workspaces;

/** The account's workspaces: open, create, rename, archive. */
export function WorkspacesPanel() {
  const { id: workspaceId, account, viewerCan } = useWorkspace();
  const own = useViewer().workspaces.filter((workspace) => workspace.account.id === account.id);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['account-workspaces', workspaceId],
    queryFn: ({ signal }) => runDocument(AccountWorkspacesDocument, { workspaceId }, signal),
  });
  const most = data?.workspace?.account.mostWorkspaces;
  const inUse = own.filter(({ archivedAt }) => !archivedAt).length;
  const knownOf = (id: string) => data?.viewer?.workspaces.find((workspace) => workspace.id === id) ?? null;
  return (
    <Panel
      title={words.title({ account: account.name })}
      side={most && <span className={classes.note}>{words.inUse({ inUse, most })}</span>}
      isFlush
    >
      <ul className={rows.rows}>
        {own.map((workspace) => (
          <WorkspaceRow
            key={workspace.id}
            workspace={workspace}
            known={knownOf(workspace.id)}
            canManage={viewerCan.manageSettings}
            isLast={inUse < 2}
          />
        ))}
        {error && !data && (
          <li className={rows.row}>
            <Problem error={error} onRetry={() => refetch()} isRetrying={isFetching} />
          </li>
        )}
        {viewerCan.manageSettings && most && (
          <li className={rows.row}>{inUse < most ? <NewWorkspace /> : <p className={classes.note}>{words.isFull}</p>}</li>
        )}
      </ul>
    </Panel>
  );
}

function NewWorkspace() {
  const { id, name, account } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: '', isCopied: true } });
  const make = useMutation({
    mutationFn: (values: typeof form.values) =>
      runDocument(CreateWorkspaceDocument, { input: { accountId: account.id, name: values.name, copyFrom: values.isCopied ? id : null } }),
    onSuccess: async ({ createWorkspace }) => {
      form.reset();
      await queryClient.invalidateQueries();
      openWorkspace(createWorkspace.id);
      showToast(words.made({ name: createWorkspace.name }));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => make.mutate(values))} className={classes.whole}>
      <Stack gap="sm">
        <TextInput label={words.name} required maxLength={FIELD_RULES.workspace.name.maxLength} maw={420} {...form.getInputProps('name')} />
        <Switch label={words.copy({ name })} description={words.copyHint} {...form.getInputProps('isCopied', { type: 'checkbox' })} />
        {make.error && <Problem error={make.error} title={words.notMade} />}
        <Group>
          <Button type="submit" variant="default" loading={make.isPending}>
            {words.make}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

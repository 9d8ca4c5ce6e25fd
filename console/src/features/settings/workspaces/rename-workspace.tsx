import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { Problem } from '../../../components/ui/problem.tsx';
import { showToast } from '../../../components/ui/toasts.tsx';
import { RenameWorkspaceDocument } from '../../../gql/graphql.ts';
import { asApiError } from '../../../lib/http/api-error.ts';
import { runDocument } from '../../../lib/http/run-document.ts';
import classes from '../settings.module.css';
import { texts } from '../texts.ts';

const words = texts.workspaces;

interface Props {
  workspace: { id: string; name: string };
  /** Of the settings that were seen. */
  revision: number;
  onDone: () => void;
}

/** Another name for a workspace, in its row; its posts, links and settings stay as they are. */
export function RenameWorkspace({ workspace: { id, name }, revision, onDone }: Props) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name } });
  const rename = useMutation({
    mutationFn: (values: typeof form.values) =>
      runDocument(RenameWorkspaceDocument, { input: { workspaceId: id, revision, name: values.name } }),
    onSuccess: async ({ changeWorkspace }) => {
      await queryClient.invalidateQueries();
      showToast(words.renamed({ name: changeWorkspace.name }));
      onDone();
    },
    // After a conflict, the next attempt uses the new revision.
    onError: (error) => (asApiError(error).code === 'settings_changed' ? queryClient.invalidateQueries() : undefined),
  });
  return (
    <form onSubmit={form.onSubmit((values) => rename.mutate(values))} className={classes.whole}>
      <Stack gap="sm">
        <TextInput
          label={words.newName({ name })}
          required
          autoFocus
          maxLength={FIELD_RULES.workspace.name.maxLength}
          maw={420}
          {...form.getInputProps('name')}
        />
        {rename.error && <Problem error={rename.error} title={words.failed} />}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={rename.isPending}>
            {texts.save}
          </Button>
          <Button size="xs" variant="default" onClick={onDone}>
            {words.keep}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

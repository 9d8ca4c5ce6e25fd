import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { AddConnectionDocument, type ApprovedPosts, type ConnectPlatformFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { FieldInputs, type FieldValues, initialValues, missingValues } from './field-inputs.tsx';
import { texts } from './texts.ts';

interface Props {
  platform: ConnectPlatformFragment;
  /** The connection to renew. */
  connectionId: string | null;
  /** What happens to posts approved without the account. */
  approvedPosts: ApprovedPosts;
  onConnected: () => void;
}

/** Secrets are sent and then cleared here; no response ever contains them. */
export function SecretForm({ platform, connectionId, approvedPosts, onConnected }: Props) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const fields = platform.connectFields;
  const form = useForm<FieldValues>({ initialValues: initialValues(fields), validate: (values) => missingValues(fields, values) });
  const connect = useMutation({
    mutationFn: (values: FieldValues) =>
      runDocument(AddConnectionDocument, {
        input: { workspaceId, platform: platform.id, credentials: given(values), connectionId, approvedPosts },
      }),
    onSuccess: async ({ addConnection }) => {
      form.reset();
      showToast(texts.connected({ handle: addConnection.handle }));
      await queryClient.invalidateQueries();
      onConnected();
    },
    // Mutations' variables stay cached for a while; these must not.
    gcTime: 0,
  });
  return (
    <form onSubmit={form.onSubmit((values) => connect.mutate(values))} autoComplete="off" noValidate>
      <Stack gap="md">
        <FieldInputs fields={fields} form={form} />
        {connect.error && <Problem error={connect.error} title={texts.failed({ label: platform.label })} />}
        <Button type="submit" loading={connect.isPending} w="fit-content">
          {texts.connect({ label: platform.label })}
        </Button>
      </Stack>
    </form>
  );
}

/** Empty fields are not sent. */
function given(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../components/problem.tsx';
import { showToast } from '../../components/toasts.tsx';
import { AddConnectionDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { texts } from './texts.ts';

const DEFAULT_SERVICE = 'https://bsky.social';

/** The app password leaves with the request and is forgotten here; no answer ever brings it back. */
export function BlueskyForm() {
  const { form, connect } = useBlueskyForm();
  return (
    <form onSubmit={form.onSubmit((credentials) => connect.mutate(credentials))} autoComplete="off" noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.handle}
          placeholder={texts.handlePlaceholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('identifier')}
        />
        <PasswordInput
          label={texts.appPassword}
          description={texts.appPasswordHint}
          // Browsers heed this one where they ignore "off": it is not a password of this site.
          autoComplete="new-password"
          data-1p-ignore
          {...form.getInputProps('appPassword')}
        />
        <TextInput
          label={texts.service}
          description={texts.serviceHint}
          type="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('service')}
        />
        {connect.error && <Problem error={connect.error} title={texts.failed} />}
        <Button type="submit" loading={connect.isPending} w="fit-content">
          {texts.connect}
        </Button>
      </Stack>
    </form>
  );
}

function useBlueskyForm() {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const required = (value: string): string | null => (value.trim() === '' ? texts.missing : null);
  const form = useForm({
    initialValues: { identifier: '', appPassword: '', service: DEFAULT_SERVICE },
    validate: { identifier: required, appPassword: required, service: required },
  });
  const connect = useMutation({
    mutationFn: (credentials: typeof form.values) =>
      runDocument(AddConnectionDocument, { input: { workspaceId: id, platform: 'bluesky', credentials } }),
    onSuccess: async ({ addConnection }) => {
      form.reset();
      showToast(texts.connected(addConnection.handle));
      await queryClient.invalidateQueries();
    },
    // The query client keeps a mutation's variables for a while; these are not to be kept.
    gcTime: 0,
  });
  return { form, connect };
}

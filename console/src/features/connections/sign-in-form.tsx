import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { type ApprovedPosts, type ConnectFieldFragment, type ConnectPlatformFragment, StartConnectingDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useViewer, useWorkspace } from '../../lib/viewer.ts';
import { FieldInputs, type FieldValues, initialValues, missingValues } from './field-inputs.tsx';
import { texts } from './texts.ts';

interface Props {
  platform: ConnectPlatformFragment;
  connectionId: string | null;
  /** What happens to posts approved without the account. */
  approvedPosts: ApprovedPosts;
}

/** Redirects to the platform's own sign-in, which returns to the return page. */
export function SignInForm({ platform, ...as }: Props) {
  const { isOperator } = useViewer();
  const missing = platform.signIn?.missing;
  if (missing) {
    return (
      <Notice tone="wait" title={texts.notSetUp({ label: platform.label })}>
        {isOperator ? (
          <Link to="/operator" hash="networks">
            {texts.toNetworks}
          </Link>
        ) : (
          texts.askOperator({ label: platform.label })
        )}
      </Notice>
    );
  }
  return <SignIn platform={platform} {...as} fields={platform.signIn?.fields ?? []} />;
}

function SignIn({ platform, connectionId, approvedPosts, fields }: Props & { fields: ConnectFieldFragment[] }) {
  const { id: workspaceId } = useWorkspace();
  const form = useForm<FieldValues>({ initialValues: initialValues(fields), validate: (values) => missingValues(fields, values) });
  const start = useMutation({
    mutationFn: (values: FieldValues) =>
      runDocument(StartConnectingDocument, { input: { workspaceId, platform: platform.id, values, connectionId, approvedPosts } }),
    onSuccess: ({ startConnecting }) => window.location.assign(startConnecting.url),
    gcTime: 0,
  });
  return (
    <form onSubmit={form.onSubmit((values) => start.mutate(values))} autoComplete="off" noValidate>
      <Stack gap="md">
        <FieldInputs fields={fields} form={form} />
        {start.error && <Problem error={start.error} title={texts.failed({ label: platform.label })} />}
        <Button
          type="submit"
          loading={start.isPending || start.isSuccess}
          w="fit-content"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {texts.signIn({ label: platform.label })}
        </Button>
      </Stack>
    </form>
  );
}

import { Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FIELD_RULES } from '../../../../../server/src/field-rules.ts';
import { NewPasswordInput } from '../../../components/identity/new-password-input.tsx';
import { Entrance } from '../../../components/ui/entrance.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { asApiError } from '../../../lib/http/api-error.ts';
import { postJson } from '../../../lib/http/post-json.ts';
import { browserZone } from '../../../lib/time/browser-zone.ts';
import { ToSignIn } from '../lost-password-page.tsx';
import { texts } from './texts.ts';

interface Props {
  token: string;
  onOver: () => void;
}

/** The holder of the link enters a name and a password; then the request waits for the operator. */
export function RequestAccount({ token, onOver }: Props) {
  // Checked before a person fills in the form; does not consume the link.
  const link = useQuery({
    queryKey: ['sign-up-link', token],
    queryFn: ({ signal }) => postJson<{ email: string }>('/api/auth/sign-up/link', { token }, signal),
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const [request, form] = useRequest(token);
  if (request.isSuccess) {
    return (
      <Entrance title={texts.asked} lead={texts.askedHow}>
        <ToSignIn />
      </Entrance>
    );
  }
  if ([link.error, request.error].some((error) => asApiError(error).code === 'signup_link_invalid')) {
    return (
      <Entrance title={texts.linkOver} lead={texts.linkOverHow}>
        <Button onClick={onOver}>{texts.again}</Button>
        <ToSignIn />
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.goOn} lead={link.data ? texts.goOnLead({ email: link.data.email }) : ''}>
      <Loaded query={link} skeleton={<Skeleton height={320} />}>
        {({ email }) => (
          <form onSubmit={form.onSubmit((values) => request.mutate(values))}>
            <Stack gap="md">
              <TextInput label={texts.name} autoComplete="name" required autoFocus {...form.getInputProps('name')} />
              <TextInput
                label={texts.workspace}
                description={texts.workspaceHint}
                autoComplete="organization"
                maxLength={FIELD_RULES.workspace.name.maxLength}
                required
                {...form.getInputProps('workspace_name')}
              />
              {/* Password managers look for whom the password is, and would take the account's name. */}
              <input type="text" autoComplete="username" value={email} readOnly hidden />
              <NewPasswordInput label={texts.password} {...form.getInputProps('password')} />
              {request.error && <Problem error={request.error} title={texts.notAsked} />}
              <Button type="submit" loading={request.isPending}>
                {texts.ask}
              </Button>
            </Stack>
          </form>
        )}
      </Loaded>
    </Entrance>
  );
}

function useRequest(token: string) {
  const form = useForm({ initialValues: { name: '', workspace_name: '', password: '' } });
  const request = useMutation({
    mutationFn: (values: typeof form.values) => postJson('/api/auth/sign-up/request', { token, ...values, time_zone: browserZone }),
    onSuccess: () => form.reset(),
    onError: (error) => {
      for (const { pointer, message } of asApiError(error).fields) form.setFieldError(pointer.slice(1), message);
    },
    // Mutations' variables stay cached for a while; these must not.
    gcTime: 0,
  });
  return [request, form] as const;
}

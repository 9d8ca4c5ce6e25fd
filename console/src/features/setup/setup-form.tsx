import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { NewPasswordInput } from '../../components/identity/new-password-input.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { browserZone } from '../../lib/time/browser-zone.ts';
import { texts } from './texts.ts';

/** The operator's own account and the first workspace. */
export function SetupForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: '', email: '', password: '', workspace_name: '' } });
  const setUp = useMutation({
    mutationFn: (values: typeof form.values) => postJson('/api/auth/setup', { token, ...values, time_zone: browserZone }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/', replace: true });
    },
    onError: (error) => {
      for (const { pointer, message } of asApiError(error).fields) form.setFieldError(pointer.slice(1), message);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => setUp.mutate(values))}>
      <Stack gap="md">
        <TextInput label={texts.name} autoComplete="name" required autoFocus {...form.getInputProps('name')} />
        <TextInput label={texts.email} type="email" autoComplete="username" required {...form.getInputProps('email')} />
        <NewPasswordInput label={texts.password} {...form.getInputProps('password')} />
        <TextInput
          label={texts.workspace}
          description={`${texts.workspaceHint} ${browserZone ? texts.zone({ zone: browserZone }) : ''}`}
          required
          {...form.getInputProps('workspace_name')}
        />
        {setUp.error && <Problem error={setUp.error} title={texts.failed} />}
        <Button type="submit" loading={setUp.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}

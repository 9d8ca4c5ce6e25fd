import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Entrance } from '../../components/entrance.tsx';
import { Problem } from '../../components/problem.tsx';
import { postJson } from '../../lib/post-json.ts';
import { texts } from './texts.ts';

/** E-mail address and password; then on to where one was going. */
export function SignInPage({ next }: { next: string }) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) => postJson('/api/auth/sign-in/email', values),
    onSuccess: () => {
      queryClient.clear();
      router.history.push(next);
    },
  });
  return (
    <Entrance title={texts.title} lead={texts.lead}>
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <Stack gap="md">
          <TextInput label={texts.email} type="email" autoComplete="username" required autoFocus {...form.getInputProps('email')} />
          <PasswordInput label={texts.password} autoComplete="current-password" required {...form.getInputProps('password')} />
          {signIn.error && <Problem error={signIn.error} title={texts.failed} />}
          <Button type="submit" loading={signIn.isPending}>
            {texts.submit}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}

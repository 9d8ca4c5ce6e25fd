import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { postJson } from '../../lib/http/post-json.ts';
import { texts } from './texts.ts';

interface Props {
  /** The code came too late: one begins again. */
  isAfterExpiry: boolean;
  onEntered: () => void;
  onSecondFactor: () => void;
}

export function PasswordStep({ isAfterExpiry, onEntered, onSecondFactor }: Props) {
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) => postJson<{ second_factor?: string[] }>('/api/auth/sign-in/email', values),
    onSuccess: ({ second_factor }) => (second_factor ? onSecondFactor() : onEntered()),
  });
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack gap="md">
        {isAfterExpiry && !signIn.isPending && !signIn.error && <Notice tone="wait" title={texts.expired} />}
        <TextInput label={texts.email} type="email" autoComplete="username" required autoFocus {...form.getInputProps('email')} />
        <PasswordInput label={texts.password} autoComplete="current-password" required {...form.getInputProps('password')} />
        {signIn.error && <Problem error={signIn.error} title={texts.failed} />}
        <Button type="submit" loading={signIn.isPending}>
          {texts.submit}
        </Button>
        <Button variant="subtle" renderRoot={(props) => <Link to="/lost-password" {...props} />}>
          {texts.lost}
        </Button>
      </Stack>
    </form>
  );
}

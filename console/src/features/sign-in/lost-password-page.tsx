import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Entrance } from '../../components/ui/entrance.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { postJson } from '../../lib/http/post-json.ts';
import { texts } from './texts.ts';

/** Requests a password reset link. The response is the same for every address. */
export function LostPasswordPage() {
  const form = useForm({ initialValues: { email: '' } });
  const ask = useMutation({
    mutationFn: (values: typeof form.values) => postJson<{ by_mail: boolean }>('/api/auth/password/forgot', values),
  });
  if (ask.data) {
    const { by_mail: isMailed } = ask.data;
    return (
      <Entrance title={isMailed ? texts.lostSent : texts.lostNoMail} lead={isMailed ? texts.lostSentHow : texts.lostNoMailHow}>
        <ToSignIn />
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.lostTitle} lead={texts.lostLead}>
      <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
        <Stack gap="md">
          <TextInput label={texts.email} type="email" autoComplete="username" required autoFocus {...form.getInputProps('email')} />
          {ask.error && <Problem error={ask.error} title={texts.lostFailed} />}
          <Button type="submit" loading={ask.isPending}>
            {texts.lostSubmit}
          </Button>
          <ToSignIn />
        </Stack>
      </form>
    </Entrance>
  );
}

export function ToSignIn() {
  return (
    <Button variant="subtle" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
      {texts.toSignIn}
    </Button>
  );
}

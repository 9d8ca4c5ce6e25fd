import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Entrance } from '../../../components/ui/entrance.tsx';
import { Problem } from '../../../components/ui/problem.tsx';
import { postJson } from '../../../lib/http/post-json.ts';
import { ToSignIn } from '../lost-password-page.tsx';
import { texts } from './texts.ts';

/** The response is the same for every address. */
export function AskForLink() {
  const form = useForm({ initialValues: { email: '' } });
  const ask = useMutation({ mutationFn: (values: typeof form.values) => postJson('/api/auth/sign-up', values) });
  if (ask.isSuccess) {
    return (
      <Entrance title={texts.sent} lead={texts.sentHow}>
        <ToSignIn />
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.title} lead={texts.lead}>
      <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
        <Stack gap="md">
          <TextInput label={texts.email} type="email" autoComplete="email" required autoFocus {...form.getInputProps('email')} />
          {ask.error && <Problem error={ask.error} title={texts.notSent} />}
          <Button type="submit" loading={ask.isPending}>
            {texts.send}
          </Button>
          <ToSignIn />
        </Stack>
      </form>
    </Entrance>
  );
}

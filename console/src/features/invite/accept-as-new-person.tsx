import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { NewPasswordInput } from '../../components/identity/new-password-input.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { texts } from './texts.ts';
import { useAccept } from './use-accept.ts';

/** A new user chooses a name and a password. */
export function AcceptAsNewPerson({ token, email }: { token: string; email: string }) {
  const accept = useAccept(token);
  const form = useForm({ initialValues: { name: '', password: '' } });
  return (
    <form onSubmit={form.onSubmit((values) => accept.mutate(values))}>
      <Stack gap="md">
        <TextInput label={texts.email} type="email" autoComplete="username" value={email} readOnly />
        <TextInput label={texts.name} autoComplete="name" required autoFocus {...form.getInputProps('name')} />
        <NewPasswordInput label={texts.password} {...form.getInputProps('password')} />
        {accept.error && <Problem error={accept.error} title={texts.failed} />}
        <Button type="submit" loading={accept.isPending}>
          {texts.accept}
        </Button>
      </Stack>
    </form>
  );
}

import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { NewPasswordInput } from '../../components/identity/new-password-input.tsx';
import { Entrance } from '../../components/ui/entrance.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { useFragmentToken } from '../../lib/fragment-token.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { ToSignIn } from './lost-password-page.tsx';
import { texts } from './texts.ts';

/** The holder of the link chooses a new password, and signs in with it afterwards. */
export function NewPasswordPage() {
  const token = useFragmentToken();
  const form = useForm({ initialValues: { password: '' } });
  const save = useMutation({
    mutationFn: (values: typeof form.values) => postJson('/api/auth/password/reset', { token, ...values }),
    onSuccess: () => form.reset(),
    // Mutations' variables stay cached for a while; these must not.
    gcTime: 0,
  });
  if (!token || save.isSuccess) {
    return (
      <Entrance title={token ? texts.newDone : texts.noToken} lead={token ? texts.newDoneHow : texts.noTokenHow}>
        <ToSignIn />
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.newTitle} lead={texts.newLead}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md">
          <NewPasswordInput label={texts.newPassword} autoFocus {...form.getInputProps('password')} />
          {save.error && <Problem error={save.error} title={texts.newFailed} />}
          <Button type="submit" loading={save.isPending}>
            {texts.newSubmit}
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}

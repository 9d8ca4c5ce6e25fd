import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NewPasswordInput } from '../../components/identity/new-password-input.tsx';
import { texts as shared } from '../../components/texts.ts';
import { Panel } from '../../components/ui/panel.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { showToast } from '../../components/ui/toasts.tsx';
import { ChangePasswordDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useViewer } from '../../lib/viewer.ts';
import classes from './security.module.css';
import { texts } from './texts.ts';

/** Another password; it ends the sessions elsewhere. */
export function Password() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={texts.password}>
      {isOpen ? (
        <PasswordForm onDone={() => setOpen(false)} />
      ) : (
        <div className={classes.line}>
          <p className={`${classes.words} ${classes.dim}`}>{texts.passwordWhy}</p>
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.changePassword}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { email } = useViewer();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { password: '', newPassword: '' } });
  const change = useMutation({
    mutationFn: (input: typeof form.values) => runDocument(ChangePasswordDocument, { input }),
    onSuccess: async () => {
      onDone();
      showToast(texts.passwordChanged);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack gap="md" maw={400}>
        {/* Password managers look for whom the password is. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordInput label={texts.oldPassword} autoComplete="current-password" required autoFocus {...form.getInputProps('password')} />
        <NewPasswordInput label={texts.newPassword} {...form.getInputProps('newPassword')} />
        {change.error && <Problem error={change.error} title={texts.passwordFailed} />}
        <div className={classes.buttons}>
          <Button type="submit" loading={change.isPending}>
            {texts.changePassword}
          </Button>
          <Button variant="default" onClick={onDone}>
            {shared.cancel}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

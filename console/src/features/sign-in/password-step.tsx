import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { postJson } from '../../lib/http/post-json.ts';
import { texts } from './texts.ts';

interface Props {
  /** The code came too late: one begins again. */
  isAfterExpiry: boolean;
  /** Filled in if the person is known. */
  email?: string;
  onEntered: () => void;
  onSecondFactor: () => void;
}

/** Two fields, and nothing to check here: it is on the first screen, which does not wait for a library of forms. */
export function PasswordStep({ isAfterExpiry, email: known = '', onEntered, onSecondFactor }: Props) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => postJson<{ second_factor?: string[] }>('/api/auth/sign-in/email', { email, password }),
    onSuccess: ({ second_factor }) => (second_factor ? onSecondFactor() : onEntered()),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {isAfterExpiry && !signIn.isPending && !signIn.error && <Notice tone="wait" title={texts.expired} />}
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          autoFocus={known === ''}
        />
        <PasswordInput
          label={texts.password}
          data-autofocus={known === '' ? undefined : true}
          autoFocus={known !== ''}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
        />
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

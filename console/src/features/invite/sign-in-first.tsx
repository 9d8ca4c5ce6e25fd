import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { texts } from './texts.ts';

/** The invited person is a user already: the link alone does not sign them in. */
export function SignInFirst({ email }: { email: string }) {
  return (
    <Stack gap="md">
      <p>{texts.knownHow({ email })}</p>
      <Button renderRoot={(props) => <Link to="/sign-in" search={{ next: '/invite' }} {...props} />}>{texts.signIn}</Button>
    </Stack>
  );
}

import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { postJson } from '../../lib/post-json.ts';
import { texts } from './texts.ts';

/** The invited person is here already: the link alone does not let anybody in as them. */
export function SignInFirst({ email, signedInAs }: { email: string; signedInAs: string | null }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const go = async (): Promise<void> => {
    if (signedInAs !== null) await postJson('/api/auth/sign-out', {});
    queryClient.clear();
    await navigate({ to: '/sign-in', search: { next: '/invite' } });
  };
  return (
    <Stack gap="md">
      <p>{signedInAs === null ? texts.knownHow(email) : texts.otherHow(signedInAs, email)}</p>
      <Button onClick={go}>{signedInAs === null ? texts.signIn : texts.signOutFirst}</Button>
    </Stack>
  );
}

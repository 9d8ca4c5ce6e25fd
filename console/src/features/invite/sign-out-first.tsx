import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../components/ui/problem.tsx';
import { endSession } from '../../lib/http/end-session.ts';
import { texts } from './texts.ts';

/** Another person is signed in; after signing out, the invitation is loaded again. */
export function SignOutFirst({ email, signedInAs }: { email: string; signedInAs: string }) {
  const queryClient = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => endSession(queryClient),
    onSuccess: async () => {
      queryClient.removeQueries({ predicate: ({ queryKey: [first] }) => first !== 'invitation' });
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Stack gap="md">
      <p>{texts.otherHow({ other: signedInAs, email })}</p>
      {signOut.error && <Problem error={signOut.error} title={texts.failed} />}
      <Button onClick={() => signOut.mutate()} loading={signOut.isPending}>
        {texts.signOutFirst}
      </Button>
    </Stack>
  );
}

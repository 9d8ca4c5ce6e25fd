import { Button, Stack } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Problem } from '../../components/ui/problem.tsx';
import { canUsePasskeys, signInWithPasskey } from '../../lib/http/passkey.ts';
import classes from './sign-in.module.css';
import { texts } from './texts.ts';

/** Signs in without a word, where the browser can. */
export function PasskeyButton({ onEntered }: { onEntered: () => void }) {
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: onEntered });
  if (!canUsePasskeys()) return null;
  return (
    <Stack gap="md" mt="md">
      <p className={classes.or}>{texts.or}</p>
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
        onClick={() => signIn.mutate()}
        loading={signIn.isPending}
      >
        {texts.passkey}
      </Button>
      {signIn.error && <Problem error={signIn.error} title={texts.failed} />}
    </Stack>
  );
}

import { Button, Stack } from '@mantine/core';
import { Problem } from '../../components/ui/problem.tsx';
import { texts } from './texts.ts';
import { useAccept } from './use-accept.ts';

/** Signed in with the address that was invited: one click. */
export function AcceptAsMyself({ token }: { token: string }) {
  const accept = useAccept(token);
  return (
    <Stack gap="md">
      {accept.error && <Problem error={accept.error} title={texts.failed} />}
      <Button onClick={() => accept.mutate({})} loading={accept.isPending}>
        {texts.accept}
      </Button>
    </Stack>
  );
}

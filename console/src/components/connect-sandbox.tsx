import { Button, Stack } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AddConnectionDocument, type ApprovedPosts } from '../gql/graphql.ts';
import { runDocument } from '../lib/http/run-document.ts';
import { useWorkspace } from '../lib/viewer.ts';
import { texts } from './texts.ts';
import { Problem } from './ui/problem.tsx';

/** One click; the sandbox needs no credentials. Each connection has its own feed. */
export function ConnectSandbox({ isAnother = false, approvedPosts = 'KEEP' }: { isAnother?: boolean; approvedPosts?: ApprovedPosts }) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const connect = useMutation({
    mutationFn: () =>
      runDocument(AddConnectionDocument, { input: { workspaceId: id, platform: 'sandbox', credentials: {}, approvedPosts } }),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant={isAnother ? 'default' : 'filled'}
        onClick={() => connect.mutate()}
        loading={connect.isPending}
        leftSection={<IconFlask size={16} aria-hidden />}
      >
        {isAnother ? texts.connectAnotherSandbox : texts.connectSandbox}
      </Button>
      {connect.error && <Problem error={connect.error} title={texts.sandboxNotConnected} />}
    </Stack>
  );
}

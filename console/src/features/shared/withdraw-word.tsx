import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../components/ui/problem.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { CodeStep } from './code-step.tsx';
import type { SharedPost } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  token: string;
  post: SharedPost;
  email: string;
  isVerified: boolean;
}

/** Withdraws the client's decision while nothing was published; the first time in a browser it asks for the code. */
export function WithdrawWord({ token, post, email, isVerified }: Props) {
  const queryClient = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => postJson('/api/client/withdraw', { token, approval_id: post.approval_id }),
    onError: (error) => setNeedsCode(asApiError(error).code === 'client_code_required'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shared', token] }),
  });
  if (needsCode) {
    const go = async (): Promise<void> => {
      setNeedsCode(false);
      await withdraw.mutateAsync().catch(() => undefined);
    };
    return <CodeStep token={token} email={email} onConfirmed={go} onLeave={() => setNeedsCode(false)} />;
  }
  return (
    <div>
      {withdraw.error && <Problem error={withdraw.error} title={texts.failed} />}
      <Button
        size="xs"
        variant="default"
        loading={withdraw.isPending}
        onClick={() => (isVerified ? withdraw.mutate() : setNeedsCode(true))}
      >
        {texts.takeBack}
      </Button>
    </div>
  );
}

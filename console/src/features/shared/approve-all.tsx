import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../components/ui/problem.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { clientName } from './client-name.tsx';
import { CodeStep } from './code-step.tsx';
import type { SharedPost } from './queries.ts';
import classes from './shared.module.css';
import { texts } from './texts.ts';

interface Props {
  token: string;
  posts: readonly SharedPost[];
  email: string;
  isVerified: boolean;
}

/** Approves every post that waits for the client, each as it was first shown here. One that changed since is left out. */
export function ApproveAll({ token, posts, email, isVerified }: Props) {
  const queryClient = useQueryClient();
  const [seen] = useState(() => new Map(posts.map((post) => [post.draft_id, post.content_hash])));
  const [needsCode, setNeedsCode] = useState(false);
  const open = posts.filter((post) => post.can_decide && seen.get(post.draft_id) === post.content_hash);
  const approve = useMutation({
    mutationFn: async () => {
      let done = 0;
      for (const { approval_id, content_hash } of open) {
        await postJson('/api/client/decide', { token, approval_id, content_hash, decision: 'approved', ...clientName() });
        done += 1;
      }
      return { done, of: open.length };
    },
    onError: (error) => setNeedsCode(asApiError(error).code === 'client_code_required'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shared', token] }),
  });
  if (needsCode) {
    const go = async (): Promise<void> => {
      setNeedsCode(false);
      await approve.mutateAsync().catch(() => undefined);
    };
    return <CodeStep token={token} email={email} onConfirmed={go} onLeave={() => setNeedsCode(false)} />;
  }
  return (
    <section className={classes.decide} aria-label={texts.approve}>
      {approve.error && <Problem error={approve.error} title={texts.failed} />}
      {approve.data && <p role="status">{texts.approvedAll({ done: approve.data.done, of: approve.data.of })}</p>}
      {open.length > 1 && (
        <Button size="md" loading={approve.isPending} onClick={() => (isVerified ? approve.mutate() : setNeedsCode(true))}>
          {texts.approveAll({ count: open.length })}
        </Button>
      )}
    </section>
  );
}

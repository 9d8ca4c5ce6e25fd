import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RunResult, runEach } from '../../components/lists/run-each.ts';
import { sentence } from '../../lib/http/api-error.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { clientName } from './client-name.tsx';
import { CodeStep } from './code-step.tsx';
import type { SharedPost } from './queries.ts';
import classes from './shared.module.css';
import { useShownFiles } from './shown-files.ts';
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
  const { isComplete } = useShownFiles(
    token,
    open.flatMap(({ payloads }) => payloads),
  );
  const approve = useMutation({
    mutationFn: () =>
      runEach(open, ({ approval_id, content_hash }) =>
        postJson('/api/client/decide', { token, approval_id, content_hash, decision: 'approved', ...clientName() }),
      ),
    onSuccess: ({ refused }) => setNeedsCode(refused.some(({ error }) => error.code === 'client_code_required')),
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
      {approve.data && <Results {...approve.data} places={posts.map(({ draft_id }) => draft_id)} />}
      {open.length > 1 && !isComplete && <p className={classes.dim}>{texts.filesAwaited}</p>}
      {open.length > 1 && (
        <Button
          size="md"
          disabled={!isComplete}
          loading={approve.isPending}
          onClick={() => (isVerified ? approve.mutate() : setNeedsCode(true))}
        >
          {texts.approveAll({ count: open.length })}
        </Button>
      )}
    </section>
  );
}

interface ResultsProps extends RunResult<SharedPost> {
  /** The posts' ids, as they are numbered here. */
  places: readonly string[];
}

/** How many were recorded, and of each other one why it was not. */
function Results({ done, refused, places }: ResultsProps) {
  return (
    <div role="status">
      <p>{texts.approvedAll({ done: done.length, of: done.length + refused.length })}</p>
      {refused.map(({ row, error }) => (
        <p key={row.draft_id}>
          <strong>{texts.post({ place: places.indexOf(row.draft_id) + 1, of: places.length })}</strong>{' '}
          <span dir="auto">{sentence(error)}</span>
        </p>
      ))}
    </div>
  );
}

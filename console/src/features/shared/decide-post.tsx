import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FIELD_RULES } from '../../../../server/src/field-rules.ts';
import { Problem } from '../../components/ui/problem.tsx';
import { useKeptText } from '../../components/unsaved/use-kept-text.tsx';
import { asApiError } from '../../lib/http/api-error.ts';
import { postJson } from '../../lib/http/post-json.ts';
import { clientName } from './client-name.tsx';
import { CodeStep } from './code-step.tsx';
import type { SharedPost } from './queries.ts';
import classes from './shared.module.css';
import { texts } from './texts.ts';

interface Props {
  token: string;
  post: SharedPost;
  email: string;
  isVerified: boolean;
  /** Whether everything that an approval would include is shown. */
  hasAllFiles: boolean;
}

interface Answer {
  decision: 'approved' | 'changes_requested';
  comment: string;
}

/**
 * The client's approval, in their stage, or a request for changes. The first decision in a browser asks for the code,
 * and then continues.
 */
export function DecidePost({ token, post, email, isVerified, hasAllFiles }: Props) {
  const queryClient = useQueryClient();
  const { text: comment, setText: setComment, isFound, notice } = useKeptText(`note ${post.approval_id}`);
  const [isAsking, setAsking] = useState(isFound);
  const [isMissing, setMissing] = useState(false);
  const [held, setHeld] = useState<Answer | null>(null);
  const decide = useMutation({
    mutationFn: ({ decision, comment: words }: Answer) =>
      postJson('/api/client/decide', {
        ...{ token, approval_id: post.approval_id, content_hash: post.content_hash, decision },
        ...(words.trim() ? { comment: words.trim() } : {}),
        ...clientName(),
      }),
    onSuccess: () => setComment(''),
    onError: (error, answer) => {
      if (asApiError(error).code === 'client_code_required') setHeld(answer);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shared', token] }),
  });
  const answer = (given: Answer): void => (isVerified ? decide.mutate(given) : setHeld(given));
  const ask = (): void => {
    if (comment.trim() === '') setMissing(true);
    else answer({ decision: 'changes_requested', comment });
  };

  if (held) {
    const go = async (): Promise<void> => {
      setHeld(null);
      await decide.mutateAsync(held).catch(() => undefined);
    };
    return <CodeStep token={token} email={email} onConfirmed={go} onLeave={() => setHeld(null)} />;
  }
  return (
    <section className={classes.decide} aria-label={texts.states[post.state]}>
      {decide.error && <Problem error={decide.error} title={texts.failed} />}
      {post.can_decide && post.opinion && !isAsking && <p className={classes.dim}>{post.opinion}</p>}
      {post.can_decide && !hasAllFiles && !isAsking && <p className={classes.dim}>{texts.filesAwaited}</p>}
      {isAsking && (
        <Textarea
          label={texts.what}
          autosize
          autoFocus
          minRows={3}
          maxLength={FIELD_RULES.decision.comment.maxLength}
          value={comment}
          error={isMissing ? texts.missing : null}
          onChange={({ currentTarget: { value } }) => {
            setComment(value);
            setMissing(false);
          }}
        />
      )}
      {isAsking && notice}
      <div className={classes.buttons}>
        {isAsking ? (
          <>
            <Button size="md" onClick={ask} loading={decide.isPending}>
              {texts.send}
            </Button>
            <Button size="md" variant="default" onClick={() => setAsking(false)}>
              {texts.back}
            </Button>
          </>
        ) : (
          <>
            {post.can_decide && (
              <Button
                size="md"
                disabled={!hasAllFiles}
                onClick={() => answer({ decision: 'approved', comment: '' })}
                loading={decide.isPending}
              >
                {post.opinion ? texts.sayYes : texts.approve}
              </Button>
            )}
            <Button size="md" variant="default" onClick={() => setAsking(true)}>
              {texts.change}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

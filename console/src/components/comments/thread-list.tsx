import { Button } from '@mantine/core';
import { useState } from 'react';
import { Moment } from '../ui/moment.tsx';
import { CommentBox } from './comment-box.tsx';
import classes from './comments.module.css';
import { texts } from './texts.ts';

export interface ShownThread {
  id: string;
  isInternal: boolean;
  isResolved: boolean;
  quote: string | null;
  /** Whether answers between the first and the others are left out. */
  hasEarlier: boolean;
  comments: { id: string; text: string; by: string; kind: 'person' | 'agent' | 'client'; at: string }[];
}

interface Props {
  threads: readonly ShownThread[];
  /** Whether older threads are left out. */
  hasEarlier?: boolean | undefined;
  /** Left out where nobody answers here. */
  onAnswer?: ((threadId: string, text: string) => Promise<unknown>) | undefined;
  onResolve?: ((thread: ShownThread) => void) | undefined;
}

/** What was said, thread by thread. */
export function ThreadList({ threads, hasEarlier, onAnswer, onResolve }: Props) {
  if (threads.length === 0) return null;
  return (
    <ol className={classes.threads}>
      {hasEarlier && <li className={classes.mark}>{texts.earlier}</li>}
      {threads.map((thread) => (
        <Thread key={thread.id} thread={thread} onAnswer={onAnswer} onResolve={onResolve} />
      ))}
    </ol>
  );
}

function Thread({ thread, onAnswer, onResolve }: { thread: ShownThread } & Pick<Props, 'onAnswer' | 'onResolve'>) {
  const [isAnswering, setAnswering] = useState(false);
  const { id, isInternal, isResolved, quote, hasEarlier, comments } = thread;
  return (
    <li className={classes.thread} data-resolved={isResolved || undefined}>
      {(isInternal || isResolved) && (
        <p className={classes.mark}>{[isInternal && texts.internal, isResolved && texts.resolved].filter(Boolean).join(' · ')}</p>
      )}
      {quote && <blockquote className={classes.quote}>{quote}</blockquote>}
      {comments.map((comment, index) => (
        <div key={comment.id} className={classes.comment}>
          {hasEarlier && index === 1 && <p className={classes.mark}>{texts.earlierAnswers}</p>}
          <p className={classes.who}>
            <b>{comment.by}</b> {texts.kinds[comment.kind]} <Moment at={comment.at} />
          </p>
          <p className={classes.text} dir="auto">
            {comment.text}
          </p>
        </div>
      ))}
      {isAnswering && onAnswer ? (
        <CommentBox label={texts.answer} onSend={(text) => onAnswer(id, text)} onLeave={() => setAnswering(false)} />
      ) : (
        <div className={classes.buttons}>
          {onAnswer && (
            <Button size="compact-xs" variant="subtle" onClick={() => setAnswering(true)}>
              {texts.answer}
            </Button>
          )}
          {onResolve && (
            <Button size="compact-xs" variant="subtle" onClick={() => onResolve(thread)}>
              {isResolved ? texts.reopen : texts.resolve}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

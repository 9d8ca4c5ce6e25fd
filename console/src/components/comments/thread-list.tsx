import { Button } from '@mantine/core';
import { useState } from 'react';
import { Moment } from '../ui/moment.tsx';
import { useFoundWords } from '../unsaved/use-kept-words.ts';
import { type AboutWords, isSameWords } from './about-words.ts';
import { CommentBox } from './comment-box.tsx';
import classes from './comments.module.css';
import { usePointing } from './pointed-words.tsx';
import { texts } from './texts.ts';

export interface ShownThread {
  id: string;
  isInternal: boolean;
  isResolved: boolean;
  /** The quoted words; null: the whole post. */
  about: AboutWords | null;
  /** Whether replies between the first comment and the others are omitted. */
  hasEarlier: boolean;
  comments: { id: string; text: string; by: string; kind: 'person' | 'agent' | 'client'; at: string }[];
}

interface Props {
  threads: readonly ShownThread[];
  /** Whether older threads are left out. */
  hasEarlier?: boolean | undefined;
  /** The people who can be mentioned in a reply. */
  names?: readonly string[];
  /** Absent where replies are not possible. */
  onAnswer?: ((threadId: string, text: string) => Promise<unknown>) | undefined;
  onResolve?: ((thread: ShownThread) => void) | undefined;
}

/** The comments by thread. */
export function ThreadList({ threads, hasEarlier, names, onAnswer, onResolve }: Props) {
  if (threads.length === 0) return null;
  return (
    <ol className={classes.threads}>
      {hasEarlier && <li className={classes.mark}>{texts.earlier}</li>}
      {threads.map((thread) => (
        <Thread key={thread.id} thread={thread} {...(names && { names })} onAnswer={onAnswer} onResolve={onResolve} />
      ))}
    </ol>
  );
}

const answerName = (threadId: string): string => `answer ${threadId}`;

function Thread({ thread, names, onAnswer, onResolve }: { thread: ShownThread } & Pick<Props, 'names' | 'onAnswer' | 'onResolve'>) {
  const { id, isInternal, isResolved, about, hasEarlier, comments } = thread;
  const [isAnswering, setAnswering] = useState(useFoundWords({ name: answerName(id) }) !== null);
  const pass = usePointing()?.pass;
  return (
    <li
      className={classes.thread}
      data-resolved={isResolved || undefined}
      onPointerEnter={() => pass?.(about)}
      onPointerLeave={() => pass?.(null)}
      onFocus={() => pass?.(about)}
      onBlur={() => pass?.(null)}
    >
      {(isInternal || isResolved) && (
        <p className={classes.mark}>{[isInternal && texts.internal, isResolved && texts.resolved].filter(Boolean).join(' · ')}</p>
      )}
      {about && <Quote about={about} />}
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
        <CommentBox
          name={answerName(id)}
          label={texts.answer}
          {...(names && { names })}
          onSend={(text) => onAnswer(id, text)}
          onLeave={() => setAnswering(false)}
        />
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

/** A thread's quote; pressing it keeps it marked in the post. */
function Quote({ about }: { about: AboutWords }) {
  const pointing = usePointing();
  const isGone = pointing?.isGone(about) ?? false;
  if (!pointing || isGone) {
    return (
      <>
        <blockquote className={classes.quote} data-gone={isGone || undefined} dir="auto">
          {about.quote}
        </blockquote>
        {isGone && <p className={classes.mark}>{texts.gone}</p>}
      </>
    );
  }
  const isKept = isSameWords(pointing.kept, about);
  return (
    <blockquote className={classes.quote} dir="auto">
      <button
        type="button"
        className={classes.shows}
        title={texts.showWords}
        aria-pressed={isKept}
        onClick={() => pointing.keep(isKept ? null : about)}
      >
        {about.quote}
      </button>
    </blockquote>
  );
}

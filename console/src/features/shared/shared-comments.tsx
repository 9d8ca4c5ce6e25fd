import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AboutWords, speakAbout, useAboutWords } from '../../components/comments/about-words.ts';
import { CommentBox } from '../../components/comments/comment-box.tsx';
import { type ShownThread, ThreadList } from '../../components/comments/thread-list.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { useFoundWords } from '../../components/unsaved/use-kept-words.ts';
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

interface Said {
  text: string;
  /** Deduplicates a repeated request after a lost response. */
  key: string;
  threadId?: string;
  /** The quoted words of the post. */
  about?: AboutWords | null;
}

/** A comment that waits for the code. */
interface Held {
  goOn: () => void;
  turnBack: () => void;
}

/** A post's comments for its client, and a field for their own; the first one asks for the code. */
export function SharedComments({ token, post, email, isVerified }: Props) {
  const queryClient = useQueryClient();
  const name = `comment ${post.draft_id}`;
  const [isSaying, setSaying] = useState(useFoundWords({ name }) !== null);
  const about = useAboutWords(post.draft_id);
  // The field stays with its text after the quote was removed.
  if (about && !isSaying) setSaying(true);
  const unanswered = useRef<Said | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const add = useMutation({
    mutationFn: ({ text, key, threadId, about: words }: Said) =>
      postJson('/api/client/comment', { token, draft_id: post.draft_id, text, key, ...(threadId && { thread_id: threadId }), ...words }),
    onSuccess: (_done, { threadId }) => {
      unanswered.current = null;
      // A reply does not use the quote.
      if (!threadId) speakAbout(post.draft_id, null);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['shared', token] }),
  });
  const say = async (words: Omit<Said, 'key'>): Promise<void> => {
    const last = unanswered.current;
    const said =
      last?.text === words.text && last.threadId === words.threadId && last.about === words.about ? last : { ...words, key: newKey() };
    unanswered.current = said;
    if (!isVerified) await new Promise<void>((goOn, turnBack) => setHeld({ goOn, turnBack })).finally(() => setHeld(null));
    await add.mutateAsync(said);
  };
  const leave = (): void => {
    setSaying(false);
    speakAbout(post.draft_id, null);
  };
  return (
    <>
      {held && <CodeStep token={token} email={email} onConfirmed={async () => held.goOn()} onLeave={held.turnBack} />}
      {/* What was typed stays in its field until it is kept. */}
      <div hidden={held !== null}>
        <ThreadList
          threads={post.threads.map(shownOf)}
          hasEarlier={post.has_earlier}
          onAnswer={(threadId, text) => say({ threadId, text })}
        />
        {add.error && <Problem error={add.error} title={texts.failed} />}
        {isSaying ? (
          <CommentBox
            name={name}
            label={texts.comment}
            about={about}
            onDropAbout={() => speakAbout(post.draft_id, null)}
            onSend={(text) => say({ text, about })}
            onLeave={leave}
          />
        ) : (
          <Button size="compact-sm" variant="subtle" onClick={() => setSaying(true)}>
            {texts.comment}
          </Button>
        )}
      </div>
    </>
  );
}

function shownOf({ thread_id: id, state, quote, platform, has_earlier: hasEarlier, comments }: SharedPost['threads'][number]): ShownThread {
  return {
    id,
    about: quote === null ? null : { quote, platform },
    hasEarlier,
    isInternal: false,
    isResolved: state === 'resolved',
    comments: comments.map(({ comment_id, by_kind: kind, created_at: at, text, by }) => ({ id: comment_id, kind, at, text, by })),
  };
}

const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

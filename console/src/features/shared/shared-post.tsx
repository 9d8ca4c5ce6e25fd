import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { OnSelection } from '../../components/comments/on-selection.tsx';
import { PointedWords } from '../../components/comments/pointed-words.tsx';
import { PostCards } from '../../components/posts/post-cards.tsx';
import { standingTexts } from '../../components/posts/standing-texts.ts';
import { WordChanges } from '../../components/posts/word-changes.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import type { Tone } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { texts as separators } from '../../lib/texts.ts';
import { DecidePost } from './decide-post.tsx';
import type { SharedPost, SharedState } from './queries.ts';
import classes from './shared.module.css';
import { SharedComments } from './shared-comments.tsx';
import { useShownFiles } from './shown-files.ts';
import { texts } from './texts.ts';
import { WithdrawWord } from './withdraw-word.tsx';

interface Props {
  token: string;
  post: SharedPost;
  email: string;
  isVerified: boolean;
  /** Without codes by mail they can only look. */
  canAnswer: boolean;
  /** Which of how many. */
  place: readonly [number, number];
}

const tones: Record<SharedState, Tone> = {
  waits: 'wait',
  comes_later: 'quiet',
  others_decide: 'quiet',
  decided: 'quiet',
  approved: 'good',
  changes_requested: 'wait',
  being_changed: 'wait',
  expired: 'quiet',
  published: 'good',
};

/** One post: schedule, preview, comments and the decision. */
export function SharedPostPanel({ token, post, email, isVerified, canAnswer, place: [place, of] }: Props) {
  // The decision applies to what was displayed, never to a silent update.
  const [seen, setSeen] = useState(post);
  const hasChanged = post.content_hash !== seen.content_hash || (post.approval_id !== seen.approval_id && post.state !== 'waits');
  const { edit } = hasChanged ? seen : post;
  const files = useShownFiles(token, seen.payloads);
  const { state, own } = post;
  const article = useRef<HTMLElement>(null);
  return (
    <PointedWords texts={standingTexts(post.payloads)}>
      <article ref={article} className={classes.post} aria-label={texts.post({ place, of })}>
        <header className={classes.postHead}>
          <h2 className={classes.postTitle}>{texts.post({ place, of })}</h2>
          <Status state={{ tone: tones[state], word: texts.states[state] }} />
        </header>
        <p className={classes.dim}>
          {post.scheduled_at ? (
            <>
              {edit ? texts.editGoesOut : texts.goesOut} <Moment at={post.scheduled_at} as="when" />
            </>
          ) : (
            state === 'waits' && (edit ? texts.edit : texts.atOnce)
          )}
        </p>
        {edit && (
          <section className={classes.edit} aria-label={texts.editChanges}>
            <h3 className={classes.editTitle}>{texts.editChanges}</h3>
            <WordChanges {...edit} />
          </section>
        )}
        {hasChanged && (
          <Notice tone="wait" title={texts.changed}>
            <p>{texts.changedHow}</p>
            <Button size="xs" variant="default" mt={8} onClick={() => setSeen(post)}>
              {texts.newest}
            </Button>
          </Notice>
        )}
        {files.error && <Problem error={files.error} title={texts.filesNotLoaded} onRetry={files.retry} isRetrying={files.isFetching} />}
        <PostCards payloads={files.payloads} label={texts.previews} />
        {canAnswer && !hasChanged && <OnSelection draftId={post.draft_id} of={article} />}
        {own && (
          <p className={classes.own}>
            {texts.own[own.decision]}
            {separators.comma}
            <Moment at={own.at} />
            {own.comment && <q className={classes.quote}>{own.comment}</q>}
          </p>
        )}
        {canAnswer && post.can_withdraw && <WithdrawWord token={token} post={post} email={email} isVerified={isVerified} />}
        {texts.stateHow[state] !== '' && <p className={classes.dim}>{texts.stateHow[state]}</p>}
        {canAnswer && <SharedComments token={token} post={post} email={email} isVerified={isVerified} />}
        {canAnswer && (post.can_decide || post.can_ask_for_changes) && !hasChanged && (
          <DecidePost
            key={seen.approval_id}
            token={token}
            post={post}
            email={email}
            isVerified={isVerified}
            hasAllFiles={files.isComplete}
          />
        )}
      </article>
    </PointedWords>
  );
}

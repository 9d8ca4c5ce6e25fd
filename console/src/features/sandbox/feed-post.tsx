import { useEffect, useRef } from 'react';
import { LinkCard } from '../../components/posts/link-card.tsx';
import { Pictures } from '../../components/posts/pictures.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import type { SandboxPostViewFragment } from '../../gql/graphql.ts';
import classes from './feed-post.module.css';

/** One post as it arrived; the one that a link led to is brought into view and marked. */
export function FeedPost({ post, isLinked }: { post: SandboxPostViewFragment; isLinked: boolean }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLinked) item.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  return (
    <li id={post.id} ref={item} className={classes.post} data-linked={isLinked || undefined}>
      <div className={classes.avatar} aria-hidden>
        {post.handle.charAt(0).toUpperCase()}
      </div>
      <article className={classes.words}>
        <p className={classes.who}>
          <b>{post.handle}</b>
          <span className={classes.dim}>
            <Moment at={post.createdAt} />
          </span>
        </p>
        <p className={classes.text} dir="auto">
          {post.text}
        </p>
        <Pictures images={post.images} />
        {post.linkCard && <LinkCard card={post.linkCard} network={post.handle} />}
      </article>
    </li>
  );
}

import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OutLine } from '../../components/out-line.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { WriteDraft } from '../../components/write-draft.tsx';
import type { OutPostFragment } from '../../gql/graphql.ts';
import { smallPicture } from '../../lib/small-picture.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { type JobFilter, wallQuery } from './queries.ts';
import { texts } from './texts.ts';
import classes from './wall.module.css';

/** Published posts, newest first: each with its image or first words, and a link. */
export function Wall({ filter }: { filter: JobFilter }) {
  const query = useInfiniteQuery(wallQuery(useWorkspace().id, filter));
  // It shows published posts, in any state.
  const isFiltered = Object.values({ ...filter, state: null }).some((value) => value !== null);
  return (
    <>
      <Loaded query={query} skeleton={<WallSkeleton />}>
        {(posts) =>
          posts.length === 0 ? (
            <Empty title={texts.wallEmpty}>
              <p>{isFiltered ? texts.emptyState : texts.wallEmptyHow}</p>
              {!isFiltered && <WriteDraft />}
            </Empty>
          ) : (
            <ul className={classes.wall}>
              {posts.map((post) => (
                <Card key={post.id} post={post} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton query={query} />
    </>
  );
}

function Card({ post }: { post: OutPostFragment }) {
  const { id, draft } = post;
  const picture = draft.pictures.find(({ seconds }) => !seconds);
  return (
    <li className={classes.card}>
      <Link to="/jobs/$jobId" params={{ jobId: id }} className={classes.post}>
        {picture && <img src={smallPicture(picture.url, 640)} alt="" loading="lazy" className={classes.picture} />}
        <span className={picture ? classes.title : classes.words} dir="auto">
          {draft.title}
        </span>
      </Link>
      <OutLine post={post} className={classes.line} />
    </li>
  );
}

function WallSkeleton() {
  return (
    <div className={classes.wall}>
      {['one', 'two', 'three', 'four', 'five', 'six'].map((name) => (
        <div key={name} className={classes.card}>
          <Skeleton height={160} radius={0} />
        </div>
      ))}
    </div>
  );
}

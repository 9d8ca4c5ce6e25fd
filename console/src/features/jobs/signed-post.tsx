import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PostCards } from '../../components/posts/post-cards.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import classes from './job.module.css';
import { type JobView, signedPostQuery } from './queries.ts';
import { texts } from './texts.ts';

/** The text and images as signed, or the current ones where no signature is needed. */
export function SignedPost({ job: { id, approval } }: { job: JobView }) {
  const query = useQuery(signedPostQuery(id));
  return (
    <div className={classes.signed}>
      <Loaded query={query} skeleton={<Skeleton height={320} radius={12} />}>
        {(payloads) => <PostCards payloads={payloads} label={approval?.state === 'APPROVED' ? texts.signed : texts.preview} />}
      </Loaded>
    </div>
  );
}

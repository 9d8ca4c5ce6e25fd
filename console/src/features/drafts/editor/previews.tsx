import { useQuery } from '@tanstack/react-query';
import { PostCard } from '../../../components/posts/post-card.tsx';
import { groupPosts } from '../../../components/posts/post-groups.ts';
import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';

interface Props {
  checks: readonly WordsCheckViewFragment[];
  /** They are of an older text. */
  isBehind: boolean;
  /** No network is chosen. */
  isEmpty: boolean;
}

/** The unsaved post as the networks will draw it, for the workspace's first account on each; equal words once. */
export function Previews({ checks, isBehind, isEmpty }: Props) {
  const platforms = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(useWorkspace().id));
  const payloads = checks.map((check) => ({
    ...check,
    platform: platforms.data?.find(({ id }) => id === check.platform) ?? { id: check.platform, label: check.platform, publishing: 'ready' },
    connection: targets.data?.connections.find(({ platform }) => platform.id === check.platform) ?? null,
  }));
  return (
    <section className={classes.looks} aria-label={texts.previews} aria-busy={isBehind}>
      <h2 className={classes.looksTitle}>{texts.previews}</h2>
      {payloads.length === 0 && <p className={classes.nothing}>{isEmpty ? texts.write.platformMissing : texts.noLook}</p>}
      {groupPosts(payloads).map(({ payloads: own }) => (
        <PostCard
          // By its first network: the card stays while its words change.
          key={own[0].platform.id}
          payloads={own}
          findings={own.flatMap(({ findings }) => findings)}
          isBesideFields
        />
      ))}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { PostCard } from '../../../components/posts/post-card.tsx';
import type { WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import classes from '../draft.module.css';
import { platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';

/** A preview of the unsaved text, for the workspace's first account there. */
export function WordsLook({ platform: id, check }: { platform: string; check: WordsCheckViewFragment | undefined }) {
  const platforms = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(useWorkspace().id));
  const platform = platforms.data?.find((known) => known.id === id) ?? { id, label: id, publishing: 'ready' };
  const connection = targets.data?.connections.find((account) => account.platform.id === id) ?? null;
  return (
    <section className={classes.look} aria-label={texts.look(platform.label)}>
      {check ? (
        <PostCard payloads={[{ ...check, platform, connection }]} findings={check.findings} isBesideFields />
      ) : (
        <p className={classes.note}>{texts.noLook}</p>
      )}
    </section>
  );
}

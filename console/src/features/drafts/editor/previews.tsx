import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PostCard } from '../../../components/posts/post-card.tsx';
import { groupPosts } from '../../../components/posts/post-groups.ts';
import { texts as shared } from '../../../components/texts.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import type { DraftTargetsQuery, WordsCheckViewFragment } from '../../../gql/graphql.ts';
import { asApiError, sentence } from '../../../lib/http/api-error.ts';
import { useWorkspace } from '../../../lib/viewer.ts';
import { platformsQuery, targetsQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import classes from './composer.module.css';

interface Props {
  checks: readonly WordsCheckViewFragment[];
  /** They are of an older text. */
  isBehind: boolean;
  /** Why they stay so. */
  fault: Error | null;
  onRetry: () => void;
  /** The chosen accounts; empty for all. */
  connectionIds: readonly string[];
  /** No network is chosen. */
  isEmpty: boolean;
}

/** The unsaved post as the networks will draw it, for the first account on each that it is for; equal words once. */
export function Previews({ checks, isBehind, fault, onRetry, connectionIds, isEmpty }: Props) {
  const platforms = useQuery(platformsQuery);
  const targets = useQuery(targetsQuery(useWorkspace().id));
  const payloads = checks.map((check) => ({
    ...check,
    platform: platforms.data?.find(({ id }) => id === check.platform) ?? { id: check.platform, label: check.platform, publishing: 'ready' },
    connection: accountOf(targets.data?.connections ?? [], check.platform, connectionIds),
  }));
  return (
    <section className={classes.looks} aria-label={texts.previews} aria-busy={isBehind}>
      <h2 className={classes.looksTitle}>{texts.previews}</h2>
      {fault && (
        <Notice tone="wait" title={texts.looksBehind}>
          <p dir="auto">{sentence(asApiError(fault))}</p>
          <Button variant="default" size="xs" mt={8} onClick={onRetry}>
            {shared.retry}
          </Button>
        </Notice>
      )}
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

type Account = NonNullable<DraftTargetsQuery['workspace']>['connections'][number];

/** Of the network's accounts one that was chosen, else one that can publish. */
export function accountOf(accounts: readonly Account[], platformId: string, chosen: readonly string[]): Account | null {
  const own = accounts.filter(({ platform }) => platform.id === platformId);
  return own.find(({ id }) => chosen.includes(id)) ?? own.find(({ health }) => health === 'HEALTHY') ?? own[0] ?? null;
}

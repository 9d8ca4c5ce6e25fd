import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Entrance } from '../../components/ui/entrance.tsx';
import { Moment } from '../../components/ui/moment.tsx';
import { Problem } from '../../components/ui/problem.tsx';
import { TimeZone } from '../../components/ui/time-zone.ts';
import { asApiError } from '../../lib/http/api-error.ts';
import { zoneName } from '../../lib/time/format-time.ts';
import { ApproveAll } from './approve-all.tsx';
import { ClientName } from './client-name.tsx';
import { sharedQuery } from './queries.ts';
import classes from './shared.module.css';
import { SharedPostPanel } from './shared-post.tsx';
import { texts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

/** A client link's page: posts to look at, to approve or to request changes of. */
export function SharedPage() {
  const token = useLinkToken();
  return token ? <Shared token={token} /> : <Entrance title={texts.noToken} lead={texts.noTokenHow} />;
}

function Shared({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useQuery(sharedQuery(token));
  // Content stays while the network is down; a revoked link shows nothing more.
  const isOver = error && asApiError(error).code === 'client_link_invalid';
  if (isOver || (error && !data)) {
    const retry = isOver ? {} : { onRetry: () => refetch(), isRetrying: isFetching };
    return (
      <Entrance title={texts.title} lead={texts.notOpened}>
        <Problem error={error} title={texts.notLoaded} {...retry} />
      </Entrance>
    );
  }
  if (!data) {
    return (
      <Entrance title={texts.title} lead={texts.looking}>
        <Skeleton height={220} radius={8} aria-busy="true" />
      </Entrance>
    );
  }
  const title = texts.heading({ sharedBy: data.shared_by, count: data.posts.length });
  return (
    <TimeZone value={data.time_zone}>
      <main className={classes.page}>
        <title>{`${title} · Countersign`}</title>
        <header className={classes.head}>
          <p className={classes.account}>{data.account_name}</p>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.dim}>
            {texts.lead({ account: data.account_name })} {texts.zone({ zone: zoneName(data.time_zone) })}
          </p>
          {!data.can_answer && <p>{texts.noAnswer({ name: data.shared_by })}</p>}
        </header>
        <Stack gap="xl">
          {data.can_answer && data.posts.some(({ can_decide, can_ask_for_changes }) => can_decide || can_ask_for_changes) && <ClientName />}
          {data.posts.map((post, index) => (
            <SharedPostPanel
              key={post.draft_id}
              token={token}
              post={post}
              email={data.email}
              isVerified={data.is_verified}
              canAnswer={data.can_answer}
              place={[index + 1, data.posts.length]}
            />
          ))}
          {data.can_answer && data.posts.length > 1 && (
            <ApproveAll token={token} posts={data.posts} email={data.email} isVerified={data.is_verified} />
          )}
        </Stack>
        <footer className={classes.foot}>
          <p>
            {texts.until} <Moment at={data.expires_at} as="when" /> · {data.email}
          </p>
          <p>{texts.footHow}</p>
        </footer>
      </main>
    </TimeZone>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Moment } from '../../components/moment.tsx';
import { Panel } from '../../components/panel.tsx';
import { Problem } from '../../components/problem.tsx';
import type { Tone } from '../../components/states.ts';
import { ToneIcon } from '../../components/status.tsx';
import { type NoticeKind, SeeNoticesDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/run-document.ts';
import classes from './overview.module.css';
import { type OverviewWorkspace, overviewQuery } from './queries.ts';
import { texts } from './texts.ts';

const agents = { to: '/agents', where: texts.noticesWhere } as const;
const members = { to: '/settings/members', where: texts.noticesMembers } as const;
const security = { to: '/settings/security', where: texts.noticesSecurity } as const;
const credits = { to: '/credits', where: texts.noticesCredits } as const;
type Place = typeof credits | typeof agents | typeof members | typeof security;
const kinds: Record<NoticeKind, { tone: Tone } & Place> = {
  ACCESS_GRANTED: { tone: 'good', ...agents },
  ACCESS_REUSED: { tone: 'bad', ...agents },
  ACCESS_ENDED: { tone: 'quiet', ...agents },
  KEY_ROTATED: { tone: 'good', ...agents },
  MEMBER_JOINED: { tone: 'good', ...members },
  MEMBER_LEFT: { tone: 'quiet', ...members },
  CREDITS_LOW: { tone: 'wait', ...credits },
  CREDITS_BOUGHT: { tone: 'good', ...credits },
  PAYMENT_REVERSED: { tone: 'bad', ...credits },
  SECOND_FACTOR_RESET: { tone: 'bad', ...security },
};

/** What the person is told, for as long as it has not been seen: as an owner what happens in the account, and what concerns them alone. */
export function NoticesCard({ workspace }: { workspace: OverviewWorkspace }) {
  const { notices, see } = useNotices(workspace);
  const [newest] = notices;
  if (!newest) return null;
  return (
    <Panel
      title={texts.notices}
      side={
        <Button variant="default" size="xs" onClick={() => see.mutate(newest.id)} loading={see.isPending}>
          {texts.noticesSeen}
        </Button>
      }
      isFlush
    >
      {see.error && <Problem error={see.error} title={texts.noticesFailed} />}
      <ul className={classes.items}>
        {notices.map(({ id, kind, message, createdAt }) => (
          <li key={id} className={classes.item}>
            <span className={classes.reason}>
              <ToneIcon tone={kinds[kind].tone} />
              {message}
            </span>
            <span className={classes.line}>
              <Moment at={createdAt} />
              <Link to={kinds[kind].to}>{kinds[kind].where}</Link>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function useNotices({ id, notices }: OverviewWorkspace) {
  const queryClient = useQueryClient();
  const see = useMutation({
    mutationFn: (upToId: string) => runDocument(SeeNoticesDocument, { workspaceId: id, upToId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: overviewQuery(id).queryKey }),
  });
  return { notices: notices?.edges.map(({ node }) => node).filter(({ seenAt }) => seenAt === null) ?? [], see };
}

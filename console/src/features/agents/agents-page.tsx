import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { LetAgentIn } from '../../components/grants/let-agent-in.tsx';
import { OwnProgram } from '../../components/grants/own-program.tsx';
import { StandingPanel } from '../../components/standing/standing-panel.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import type { GrantViewFragment } from '../../gql/graphql.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './agents.module.css';
import { GrantItem } from './grant-item.tsx';
import { grantsQuery, type JudgedGrant } from './queries.ts';
import { texts } from './texts.ts';

/** The workspace's agents, their permissions, and adding another. */
export function AgentsPage() {
  const { id, viewerCan } = useWorkspace();
  const query = useQuery(grantsQuery(id));
  return (
    <Page
      title={texts.title}
      actions={
        viewerCan.manageConnections && (
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/webhooks" {...props} />}>
              {texts.webhooks}
            </Button>
            <Button renderRoot={(props) => <Link to="/grant" {...props} />}>{texts.enterCode}</Button>
          </>
        )
      }
    >
      <div className={classes.page}>
        <Panel title={texts.list} isFlush>
          <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
            {(grants) => <Grants grants={grants} />}
          </Loaded>
        </Panel>
        {query.data && <StandingPanel workspaceId={id} />}
        {/* Where it stands depends on how long the list is, so it comes after it. */}
        {query.data && (
          <Panel title={texts.how}>
            <LetAgentIn workspaceId={id} />
          </Panel>
        )}
        {query.data && (
          <Panel title={texts.own}>
            <OwnProgram words={texts.ownProgram} />
          </Panel>
        )}
      </div>
    </Page>
  );
}

/** Active grants; ended ones are folded, since they have no actions. */
function Grants({ grants }: { grants: JudgedGrant[] }) {
  const linkedId = useRouterState({ select: ({ location }) => location.hash });
  const open = grants.filter(isInForce);
  const ended = grants.filter((grant) => !isInForce(grant));
  return (
    <>
      {open.length === 0 ? (
        <Empty title={texts.empty}>
          <p>{texts.emptyHow}</p>
        </Empty>
      ) : (
        <GrantList grants={open} />
      )}
      {ended.length > 0 && (
        <details className={classes.ended} open={ended.some(({ id }) => id === linkedId)}>
          <summary>{texts.ended(ended.length)}</summary>
          <GrantList grants={ended} />
        </details>
      )}
    </>
  );
}

function GrantList({ grants }: { grants: JudgedGrant[] }) {
  return (
    <ul>
      {grants.map((grant) => (
        <GrantItem key={grant.id} grant={grant} />
      ))}
    </ul>
  );
}

function isInForce({ state, expiresAt }: GrantViewFragment): boolean {
  return (state === 'ACTIVE' || state === 'PENDING') && (expiresAt === null || new Date(expiresAt).getTime() > Date.now());
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { LetAgentIn } from '../../components/grants/let-agent-in.tsx';
import { OwnProgram } from '../../components/grants/own-program.tsx';
import { StandingPanel } from '../../components/standing/standing-panel.tsx';
import { texts as shared } from '../../components/texts.ts';
import { Empty } from '../../components/ui/empty.tsx';
import bar from '../../components/ui/filter-bar.module.css';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { SearchField } from '../../components/ui/search-field.tsx';
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
        {/* Its position depends on the length of the list, so it comes after it. */}
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

/** Up to this many are shown with their details; more are a row each. */
const FEW = 3;
/** With more, their names can be searched. */
const SEARCHED_FROM = 10;
const PAGE = 50;

function GrantList({ grants }: { grants: JudgedGrant[] }) {
  const linkedId = useRouterState({ select: ({ location }) => location.hash });
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(PAGE);
  const named = grants.filter(({ agentName }) => agentName.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()));
  const shown = named.slice(0, Math.max(most, named.findIndex(({ id }) => id === linkedId) + 1));
  return (
    <>
      {grants.length > SEARCHED_FROM && (
        <search className={bar.bar}>
          <SearchField label={texts.search} value={search} onChange={setSearch} />
        </search>
      )}
      {named.length === 0 && (
        <p role="status" className={classes.none}>
          {texts.noneFound}
        </p>
      )}
      <ul>
        {shown.map((grant) => (
          <GrantItem key={grant.id} grant={grant} startsOpen={grants.length <= FEW} />
        ))}
      </ul>
      {shown.length < named.length && (
        <Button variant="default" m={16} onClick={() => setMost(most + PAGE)}>
          {shared.showMore}
        </Button>
      )}
    </>
  );
}

function isInForce({ state, expiresAt }: GrantViewFragment): boolean {
  return (state === 'ACTIVE' || state === 'PENDING') && (expiresAt === null || new Date(expiresAt).getTime() > Date.now());
}

import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { LetAgentIn } from '../../components/grants/let-agent-in.tsx';
import { OwnProgram } from '../../components/grants/own-program.tsx';
import { type BulkAction, BulkBar } from '../../components/lists/bulk-bar.tsx';
import { useTicks } from '../../components/lists/use-ticks.ts';
import { StandingPanel } from '../../components/standing/standing-panel.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import bar from '../../components/ui/filter-bar.module.css';
import { Loaded } from '../../components/ui/loaded.tsx';
import { MoreButton } from '../../components/ui/more-button.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SearchField } from '../../components/ui/search-field.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { type GrantViewFragment, PauseGrantDocument, ResumeGrantDocument } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './agents.module.css';
import { GrantItem } from './grant-item.tsx';
import { type GrantFilter, grantsQuery, linkedGrantQuery, readAllGrants } from './queries.ts';
import { texts } from './texts.ts';

interface Props {
  filter: GrantFilter;
  onFilter: (filter: GrantFilter) => void;
}

/** The workspace's agents, their permissions, and adding another. */
export function AgentsPage({ filter, onFilter }: Props) {
  const { id, viewerCan } = useWorkspace();
  const { data } = useInfiniteQuery({ ...grantsQuery(id, filter), placeholderData: keepPreviousData });
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
        <Panel
          title={texts.list}
          side={
            <SegmentedControl
              size="xs"
              aria-label={texts.view}
              data={[
                { value: 'open', label: texts.open },
                { value: 'ended', label: texts.ended },
              ]}
              value={filter.isOpen ? 'open' : 'ended'}
              onChange={(value) => onFilter({ ...filter, isOpen: value === 'open' })}
            />
          }
          isFlush
        >
          <search className={bar.bar}>
            <SearchField label={texts.search} searched={filter.search} onSearch={(search) => onFilter({ ...filter, search })} />
          </search>
          <Grants filter={filter} />
        </Panel>
        {/* Their position depends on the length of the list, so they come after it. */}
        {data && (
          <>
            <StandingPanel workspaceId={id} />
            <Panel title={texts.how}>
              <LetAgentIn workspaceId={id} />
            </Panel>
            <Panel title={texts.own}>
              <OwnProgram words={texts.ownProgram} />
            </Panel>
          </>
        )}
      </div>
    </Page>
  );
}

const LEFT = { outlivesPage: true };
const pause = ({ id }: GrantViewFragment) => runDocument(PauseGrantDocument, { grantId: id }, LEFT);
const resume = ({ id }: GrantViewFragment) => runDocument(ResumeGrantDocument, { grantId: id }, LEFT);
const canBe = ({ kind, state, viewerCan }: GrantViewFragment): boolean => kind === 'AGENT' && state === 'ACTIVE' && viewerCan.manage;

const ACTIONS: readonly BulkAction<GrantViewFragment>[] = [
  { key: 'pause', label: texts.pause, isFor: (grant) => canBe(grant) && grant.pausedAt === null, run: pause, undo: resume },
  { key: 'resume', label: texts.resume, isFor: (grant) => canBe(grant) && grant.pausedAt !== null, run: resume, undo: pause },
];
const NONE: readonly GrantViewFragment[] = [];
/** Up to this many are shown with their details; more are a row each. */
const FEW = 3;

function Grants({ filter }: { filter: GrantFilter }) {
  const { id, viewerCan } = useWorkspace();
  const linkedId = useRouterState({ select: ({ location }) => location.hash });
  const query = useInfiniteQuery(grantsQuery(id, filter));
  const ticks = useTicks(query.data ?? NONE);
  const isElsewhere = linkedId !== '' && query.data !== undefined && !query.data.some((grant) => grant.id === linkedId);
  const linked = useQuery({ ...linkedGrantQuery(linkedId), enabled: isElsewhere }).data;
  const tick = (grant: GrantViewFragment) => ({ isTicked: ticks.rows.has(grant.id), onTick: () => ticks.toggle(grant) });
  return (
    <>
      {/* Its place in the list may be hundreds of rows further down, or among those that have ended. */}
      {isElsewhere && linked && (
        <ul>
          <GrantItem grant={linked} startsOpen />
        </ul>
      )}
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {(grants) =>
          grants.length === 0 ? (
            <Nothing filter={filter} />
          ) : (
            <>
              {viewerCan.manageConnections && filter.isOpen && grants.length > 1 && (
                <BulkBar ticks={ticks} actions={ACTIONS} hasMore={query.hasNextPage} readAll={(most) => readAllGrants(id, filter, most)} />
              )}
              <ul className={rows.rows}>
                {grants.map((grant) => (
                  <GrantItem
                    key={grant.id}
                    grant={grant}
                    startsOpen={grants.length <= FEW && filter.search === ''}
                    {...(viewerCan.manageConnections && filter.isOpen && grants.length > 1 && { tick: tick(grant) })}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <MoreButton query={query} />
    </>
  );
}

function Nothing({ filter: { isOpen, search } }: { filter: GrantFilter }) {
  if (search !== '') {
    return (
      <p role="status" className={classes.none}>
        {texts.noneFound}
      </p>
    );
  }
  return (
    <Empty title={isOpen ? texts.empty : texts.noneEnded}>
      <p>{isOpen ? texts.emptyHow : texts.noneEndedHow}</p>
    </Empty>
  );
}

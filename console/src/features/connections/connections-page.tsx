import { Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../components/ui/empty.tsx';
import bar from '../../components/ui/filter-bar.module.css';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SearchField } from '../../components/ui/search-field.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { ConnectionsDocument, type ConnectionsQuery, type ConnectionViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { ConnectPanel } from './connect-panel.tsx';
import { ConnectionRow } from './connection-row.tsx';
import classes from './connections.module.css';
import { PlatformPicker } from './platform-picker.tsx';
import { texts } from './texts.ts';

/** The platform to connect and, for a renewal, the connection. */
interface Target {
  platformId: string;
  again: ConnectionViewFragment | null;
}

/** Empty values do not filter. */
interface ConnectionFilter {
  platform: string;
  search: string;
  /** Only accounts that must be connected again, or whose platform refused the last attempt. */
  isBroken: boolean;
}

interface Props {
  filter: ConnectionFilter;
  onFilter: (filter: ConnectionFilter) => void;
}

/** The workspace's accounts on the platforms, and the ways to connect one more. */
export function ConnectionsPage({ filter, onFilter }: Props) {
  const { id, viewerCan } = useWorkspace();
  const [target, setTarget] = useState<Target | null>(null);
  const query = useQuery({
    queryKey: ['connections', id],
    queryFn: ({ signal }) => runDocument(ConnectionsDocument, { workspaceId: id }, signal),
    ...live('CONNECTION'),
  });
  const isFiltered = filter.platform !== '' || filter.search !== '' || filter.isBroken;
  const reconnect = (again: ConnectionViewFragment): void => setTarget({ platformId: again.platform.id, again });
  return (
    <Page title={texts.title}>
      <div className={classes.page}>
        <Panel title={texts.list} isFlush>
          <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
            {({ workspace }) => (
              <>
                {((workspace?.connections.length ?? 0) > FEW || isFiltered) && (
                  <Filters connections={workspace?.connections ?? []} filter={filter} onFilter={onFilter} />
                )}
                <ConnectionList
                  connections={workspace?.connections ?? []}
                  filter={filter}
                  canManage={viewerCan.manageConnections}
                  onReconnect={reconnect}
                />
              </>
            )}
          </Loaded>
        </Panel>
        {/* Its position depends on the length of the list, so it comes after it. */}
        {query.data && !viewerCan.manageConnections && <p className={classes.dim}>{texts.readOnly}</p>}
        {query.data && viewerCan.manageConnections && <Connect data={query.data} target={target} onTarget={setTarget} />}
      </div>
    </Page>
  );
}

/** With more, they can be searched; with fewer, only a filter that applies already is shown. */
const FEW = 8;

function Filters({ connections, filter, onFilter }: Props & { connections: ConnectionViewFragment[] }) {
  const platforms = new Map(connections.map(({ platform: { id, label } }) => [id, label]));
  return (
    <search className={bar.bar}>
      <SearchField label={texts.search} searched={filter.search} onSearch={(search) => onFilter({ ...filter, search })} />
      <Select
        aria-label={texts.platform}
        size="xs"
        className={bar.choice}
        data={[{ value: '', label: texts.allPlatforms }, ...[...platforms].map(([value, label]) => ({ value, label }))]}
        value={filter.platform}
        allowDeselect={false}
        onChange={(platform) => onFilter({ ...filter, platform: platform ?? '' })}
      />
      <Checkbox
        size="xs"
        label={texts.brokenOnly}
        checked={filter.isBroken}
        onChange={({ currentTarget: { checked } }) => onFilter({ ...filter, isBroken: checked })}
      />
    </search>
  );
}

interface ListProps {
  connections: ConnectionViewFragment[];
  filter: ConnectionFilter;
  canManage: boolean;
  onReconnect: (connection: ConnectionViewFragment) => void;
}

function ConnectionList({ connections, filter, canManage, onReconnect }: ListProps) {
  const { platform, search, isBroken } = filter;
  const words = search.toLocaleLowerCase();
  const shown = connections.filter(
    ({ handle, health, platform: { id } }) =>
      handle.toLocaleLowerCase().includes(words) && (platform === '' || id === platform) && (!isBroken || health !== 'HEALTHY'),
  );
  if (shown.length === 0) {
    return connections.length === 0 ? (
      <Empty title={texts.empty}>
        <p>{texts.emptyHow}</p>
      </Empty>
    ) : (
      <Empty title={texts.noneFound}>
        <p>{texts.noneFoundHow}</p>
      </Empty>
    );
  }
  return (
    <ul className={rows.rows}>
      {shown.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} canManage={canManage} onReconnect={() => onReconnect(connection)} />
      ))}
    </ul>
  );
}

function Connect({ data, target, onTarget }: { data: ConnectionsQuery; target: Target | null; onTarget: (target: Target | null) => void }) {
  const chosen = data.platforms.find(({ id }) => id === target?.platformId);
  const hasSandbox = data.workspace?.connections.some(({ platform }) => platform.id === 'sandbox') ?? false;
  return (
    <div className={classes.connect} data-open={chosen ? true : undefined}>
      <PlatformPicker
        platforms={data.platforms}
        chosenId={target?.platformId ?? null}
        onChoose={(platformId) => onTarget({ platformId, again: null })}
      />
      {chosen && (
        <ConnectPanel
          key={`${chosen.id}/${target?.again?.id}`}
          platform={chosen}
          again={target?.again ?? null}
          hasSandbox={hasSandbox}
          onClose={() => onTarget(null)}
        />
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import rows from '../../components/ui/rows.module.css';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { ConnectionsDocument, type ConnectionsQuery, type ConnectionViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { ConnectPanel } from './connect-panel.tsx';
import { ConnectionRow } from './connection-row.tsx';
import classes from './connections.module.css';
import { PlatformPicker } from './platform-picker.tsx';
import { texts } from './texts.ts';

const POLL_MS = 10_000;

/** The platform to connect and, for a renewal, the connection. */
interface Target {
  platformId: string;
  again: ConnectionViewFragment | null;
}

/** The workspace's accounts on the platforms, and the ways to connect one more. */
export function ConnectionsPage() {
  const { id, viewerCan } = useWorkspace();
  const [target, setTarget] = useState<Target | null>(null);
  const query = useQuery({
    queryKey: ['connections', id],
    queryFn: ({ signal }) => runDocument(ConnectionsDocument, { workspaceId: id }, signal),
    refetchInterval: POLL_MS,
  });
  const reconnect = (again: ConnectionViewFragment): void => setTarget({ platformId: again.platform.id, again });
  return (
    <Page title={texts.title}>
      <div className={classes.page}>
        <Panel title={texts.list} isFlush>
          <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
            {(data) => <ConnectionList data={data} canManage={viewerCan.manageConnections} onReconnect={reconnect} />}
          </Loaded>
        </Panel>
        {/* Its position depends on the length of the list, so it comes after it. */}
        {query.data && !viewerCan.manageConnections && <p className={classes.dim}>{texts.readOnly}</p>}
        {query.data && viewerCan.manageConnections && <Connect data={query.data} target={target} onTarget={setTarget} />}
      </div>
    </Page>
  );
}

function ConnectionList(props: { data: ConnectionsQuery; canManage: boolean; onReconnect: (connection: ConnectionViewFragment) => void }) {
  const connections = props.data.workspace?.connections ?? [];
  if (connections.length === 0) {
    return (
      <Empty title={texts.empty}>
        <p>{texts.emptyHow}</p>
      </Empty>
    );
  }
  return (
    <ul className={rows.rows}>
      {connections.map((connection) => (
        <ConnectionRow
          key={connection.id}
          connection={connection}
          canManage={props.canManage}
          onReconnect={() => props.onReconnect(connection)}
        />
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

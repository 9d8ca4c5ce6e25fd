import { useQuery } from '@tanstack/react-query';
import { ConnectSandbox } from '../../components/connect-sandbox.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import rows from '../../components/rows.module.css';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { ConnectionsDocument, type ConnectionViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import { BlueskyForm } from './bluesky-form.tsx';
import { ConnectionRow } from './connection-row.tsx';
import classes from './connections.module.css';
import { texts } from './texts.ts';

const POLL_MS = 10_000;

/** The workspace's accounts on the platforms, and the forms that connect one more. */
export function ConnectionsPage() {
  const { id, viewerCan } = useWorkspace();
  const query = useQuery({
    queryKey: ['connections', id],
    queryFn: async ({ signal }): Promise<ConnectionViewFragment[]> =>
      (await runDocument(ConnectionsDocument, { workspaceId: id }, signal)).workspace?.connections ?? [],
    refetchInterval: POLL_MS,
  });
  return (
    <Page title={texts.title}>
      <div className={classes.page}>
        <Panel title={texts.list} isFlush>
          <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
            {(connections) =>
              connections.length === 0 ? (
                <Empty title={texts.empty}>
                  <p>{texts.emptyHow}</p>
                </Empty>
              ) : (
                <ul className={rows.rows}>
                  {connections.map((connection) => (
                    <ConnectionRow key={connection.id} connection={connection} canManage={viewerCan.manageConnections} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Panel>
        {/* Where it stands depends on how long the list is, so it comes after it. */}
        {query.data && <Add connections={query.data} />}
      </div>
    </Page>
  );
}

function Add({ connections }: { connections: ConnectionViewFragment[] }) {
  const { viewerCan } = useWorkspace();
  return (
    <>
      <h2 className={classes.heading}>{texts.add}</h2>
      {viewerCan.manageConnections ? (
        <ConnectForms hasSandbox={connections.some(({ platform }) => platform.id === 'sandbox')} />
      ) : (
        <p className={classes.dim}>{texts.readOnly}</p>
      )}
    </>
  );
}

function ConnectForms({ hasSandbox }: { hasSandbox: boolean }) {
  return (
    <div className={classes.forms}>
      <Panel title={texts.sandbox}>
        <p className={classes.what}>{texts.sandboxWhat}</p>
        <ConnectSandbox isAnother={hasSandbox} />
      </Panel>
      <Panel title={texts.bluesky}>
        <p className={classes.what}>{texts.blueskyWhat}</p>
        <BlueskyForm />
      </Panel>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Command } from '../../components/command.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { GrantsDocument, type GrantViewFragment } from '../../gql/graphql.ts';
import { grantCommand } from '../../lib/grant-command.ts';
import { runDocument } from '../../lib/run-document.ts';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './agents.module.css';
import { GrantItem } from './grant-item.tsx';
import { texts } from './texts.ts';

const POLL_MS = 10_000;

/** The agents that may act for this workspace, what each may do, and how one more is let in. */
export function AgentsPage() {
  const { id } = useWorkspace();
  const query = useQuery({
    queryKey: ['grants', id],
    queryFn: async ({ signal }): Promise<GrantViewFragment[]> =>
      (await runDocument(GrantsDocument, { workspaceId: id }, signal)).workspace?.grants ?? [],
    refetchInterval: POLL_MS,
  });
  return (
    <Page title={texts.title}>
      <div className={classes.page}>
        <Panel title={texts.list} isFlush>
          <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
            {(grants) =>
              grants.length === 0 ? (
                <Empty title={texts.empty}>
                  <p>{texts.emptyHow}</p>
                </Empty>
              ) : (
                <ul>
                  {grants.map((grant) => (
                    <GrantItem key={grant.id} grant={grant} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Panel>
        <Panel title={texts.how}>
          <p className={classes.why}>{texts.howWhy}</p>
          <Command text={grantCommand(id)} label={texts.command} />
          <p className={classes.note}>{texts.howNote}</p>
        </Panel>
      </div>
    </Page>
  );
}

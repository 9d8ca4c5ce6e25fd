import { useQuery } from '@tanstack/react-query';
import { BackLink } from '../../components/ui/back-link.tsx';
import { Empty } from '../../components/ui/empty.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { SkeletonRows } from '../../components/ui/skeleton-rows.tsx';
import { useWorkspace } from '../../lib/viewer.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointPanel } from './endpoint-panel.tsx';
import { endpointsQuery } from './queries.ts';
import { texts } from './texts.ts';
import classes from './webhooks.module.css';

/** The workspace's webhook endpoints, their status and deliveries. */
export function WebhooksPage() {
  const { id } = useWorkspace();
  const query = useQuery(endpointsQuery(id));
  return (
    <Page title={texts.title} back={<BackLink to="/agents" label={texts.back} />}>
      <div className={classes.page}>
        <p className={classes.dim}>{texts.lead}</p>
        <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
          {(endpoints) => (
            <div className={classes.page}>
              {endpoints?.map((endpoint) => (
                <EndpointPanel key={endpoint.id} endpoint={endpoint} />
              ))}
              {!endpoints?.length && (
                <Panel title={texts.list} isFlush>
                  <Empty title={endpoints ? texts.empty : texts.notForYou}>
                    <p>{endpoints ? texts.emptyHow : texts.notForYouHow}</p>
                  </Empty>
                </Panel>
              )}
              {endpoints && (
                <Panel title={texts.form.title}>
                  <EndpointForm />
                </Panel>
              )}
            </div>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

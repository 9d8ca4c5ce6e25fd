import { SettingsNav } from '../../components/settings-nav.tsx';
import { Command } from '../../components/ui/command.tsx';
import { Facts } from '../../components/ui/facts.tsx';
import { Page } from '../../components/ui/page.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { accountStates } from '../../components/ui/states.ts';
import { Status } from '../../components/ui/status.tsx';
import { texts as separators } from '../../lib/texts.ts';
import { useViewer, useWorkspace, type Workspace } from '../../lib/viewer.ts';
import { EraseAccount } from './erase-account.tsx';
import { ExportAccount } from './export-account.tsx';
import { PauseWorkspace } from './pause-workspace.tsx';
import classes from './settings.module.css';
import { texts } from './texts.ts';
import { WorkspacesPanel } from './workspaces/workspaces-panel.tsx';

/** The workspace, its policies, and the viewer's permissions. */
export function SettingsPage() {
  const workspace = useWorkspace();
  const viewer = useViewer();
  const { account } = workspace;
  return (
    <Page title={texts.title}>
      <SettingsNav />
      <div className={classes.page}>
        <Panel title={texts.workspace}>
          <Facts
            of={[
              [texts.name, workspace.name],
              [texts.id, <Command key="id" text={workspace.id} label={texts.id} />],
              [
                texts.account,
                <span key="account" className={classes.line}>
                  {account.name} <Status state={accountStates[account.state]} />
                </span>,
              ],
              [texts.timeZone, workspace.timeZone],
            ]}
          />
        </Panel>
        <Panel title={texts.policies}>
          <Facts
            of={[
              [texts.approvals, texts.approvalsNeeded({ count: workspace.approvalsRequired })],
              [texts.self, workspace.refusesSelfApproval ? texts.selfRefused : texts.selfAllowed],
              [texts.auto, workspace.allowsAuto ? texts.autoAllowed : texts.autoRefused],
            ]}
          />
        </Panel>
        {!workspace.archivedAt && <PauseWorkspace />}
        <Panel title={texts.you}>
          <Facts
            of={[
              [texts.name, viewer.name],
              [texts.email, viewer.email],
              [texts.may, mayDo(workspace)],
            ]}
          />
        </Panel>
        <ExportAccount />
        {/* It grows once it is known how many there may be: nothing below is to move. */}
        <WorkspacesPanel />
        <EraseAccount />
      </div>
    </Page>
  );
}

function mayDo({ viewerCan }: Workspace): string {
  const may = (['decide', 'createDraft', 'manageConnections', 'viewCredits'] as const).filter((what) => viewerCan[what]);
  return may.length === 0 ? texts.mayNothing : `${may.map((what) => texts[what]).join(separators.comma)}.`;
}

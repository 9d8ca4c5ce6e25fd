import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConnectSandbox } from '../../components/connect-sandbox.tsx';
import { LetAgentIn } from '../../components/grants/let-agent-in.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { ToneIcon } from '../../components/ui/status.tsx';
import { WriteDraft } from '../../components/write-draft.tsx';
import { useWorkspace } from '../../lib/viewer.ts';
import classes from './overview.module.css';
import type { OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

/** People who write themselves need no agent: after so many posts the steps are gone. */
const PRACTISED = 5;

/** From nothing to the first published post, then to an agent; gone once both are there and a second post is out. */
export function FirstSteps({ workspace }: { workspace: OverviewWorkspace }) {
  const { id, viewerCan } = useWorkspace();
  const isConnected = workspace.connections.length > 0;
  const hasAgent = workspace.agents.edges.length > 0;
  const hasPublished = workspace.published.edges.length > 0;
  const published = workspace.published.edges.length;
  if ((hasAgent && published > 1) || published >= PRACTISED || !viewerCan.manageConnections) return null;
  const done = [isConnected, hasAgent, hasPublished].filter(Boolean).length;
  return (
    <Panel title={texts.first} side={<span className={classes.line}>{texts.firstDone({ done, of: 3 })}</span>} isFlush>
      <ol>
        <Step title={texts.sandbox} why={texts.sandboxWhy} isDone={isConnected}>
          <ConnectSandbox />
        </Step>
        <Step title={texts.post} why={texts.postWhy} isDone={hasPublished} done={<Link to="/sandbox">{texts.postOut}</Link>}>
          <WriteDraft />
        </Step>
        <Step title={texts.agent} why={texts.agentWhy} isDone={hasAgent}>
          <LetAgentIn workspaceId={id} />
        </Step>
      </ol>
    </Panel>
  );
}

interface StepProps {
  title: string;
  why: string;
  isDone: boolean;
  /** Where it led, once it is done. */
  done?: ReactNode;
  children: ReactNode;
}

function Step({ title, why, isDone, done = null, children }: StepProps) {
  return (
    <li className={classes.stepItem} data-done={isDone || undefined}>
      <ToneIcon tone={isDone ? 'good' : 'quiet'} size={20} />
      <div>
        <p className={classes.step}>{title}</p>
        {isDone && done}
        {!isDone && (
          <>
            <p className={classes.why}>{why}</p>
            <div className={classes.do}>{children}</div>
          </>
        )}
      </div>
    </li>
  );
}

import { Link } from '@tanstack/react-router';
import { AgentWeeks, judgements } from '../../components/grants/agent-weeks.tsx';
import { MarkedName } from '../../components/grants/marked-name.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import classes from './overview.module.css';
import type { OverviewWorkspace } from './queries.ts';
import { texts } from './texts.ts';

/** The decisions on each agent's work, to judge whether to trust it. */
export function AgentsPanel({ workspace }: { workspace: OverviewWorkspace }) {
  const { agentRecords } = workspace;
  if (agentRecords.length === 0) return null;
  return (
    <Panel title={texts.agents.title} side={<Link to="/agents">{texts.agents.all}</Link>} isFlush>
      <ul className={classes.items}>
        {agentRecords.map(({ agentId, agentName, asked, weeks, ...made }) => {
          const decided = made.approved + made.sentBack + made.rejected;
          return (
            <li key={agentId} className={classes.agent}>
              <p className={classes.title} dir="auto">
                <MarkedName text={agentName} isBrief />
              </p>
              <div className={classes.bar} aria-hidden>
                {judgements.map((kind) => (
                  <span key={kind} data-kind={kind} style={{ flexGrow: made[kind] }} />
                ))}
              </div>
              <AgentWeeks weeks={weeks} />
              <p className={classes.line}>
                <span>{texts.agents.asked({ count: asked })}</span>
                {decided > 0 &&
                  judgements.map((kind) => (
                    <span key={kind}>{texts.agents[kind]({ share: Math.round((made[kind] / decided) * 100) })}</span>
                  ))}
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

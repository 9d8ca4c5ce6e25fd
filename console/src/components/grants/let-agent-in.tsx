import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { grantCommand } from '../../lib/grant-command.ts';
import { useViewer } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { Command } from '../ui/command.tsx';
import classes from './let-agent-in.module.css';

/** How an agent gets access: it asks, and a person enters its code. Operators also see the command that writes a key to a file. */
export function LetAgentIn({ workspaceId }: { workspaceId: string }) {
  const { isOperator } = useViewer();
  return (
    <div className={classes.ways}>
      <ol className={classes.steps}>
        <li>
          <p>{texts.letIn.address}</p>
          <Command text={window.location.origin} label={texts.letIn.addressLabel} />
        </li>
        <li>
          <p>{texts.letIn.code}</p>
          <Button renderRoot={(props) => <Link to="/grant" {...props} />}>{texts.letIn.codeDo}</Button>
        </li>
        <li>
          <p>{texts.letIn.key}</p>
        </li>
      </ol>
      {isOperator && (
        <div className={classes.other}>
          <p>{texts.letIn.command}</p>
          <Command text={grantCommand(workspaceId)} label={texts.letIn.commandLabel} />
        </div>
      )}
    </div>
  );
}

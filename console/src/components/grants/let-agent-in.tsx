import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { grantCommand } from '../../lib/grant-command.ts';
import { useViewer } from '../../lib/viewer.ts';
import { Command } from '../ui/command.tsx';
import classes from './let-agent-in.module.css';
import { texts } from './let-in-texts.ts';

/** How an agent gets access: it asks, and a person enters its code. Operators also see the command that writes a key to a file. */
export function LetAgentIn({ workspaceId }: { workspaceId: string }) {
  const { isOperator } = useViewer();
  return (
    <div className={classes.ways}>
      <ol className={classes.steps}>
        <li>
          <p>{texts.address}</p>
          <Command text={window.location.origin} label={texts.addressLabel} />
        </li>
        <li>
          <p>{texts.code}</p>
          <Button renderRoot={(props) => <Link to="/grant" {...props} />}>{texts.codeDo}</Button>
        </li>
        <li>
          <p>{texts.key}</p>
        </li>
      </ol>
      {isOperator && (
        <div className={classes.other}>
          <p>{texts.command}</p>
          <Command text={grantCommand(workspaceId)} label={texts.commandLabel} />
        </div>
      )}
    </div>
  );
}

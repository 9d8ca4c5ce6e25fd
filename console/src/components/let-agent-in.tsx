import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { grantCommand } from '../lib/grant-command.ts';
import { Command } from './command.tsx';
import classes from './let-agent-in.module.css';

const texts = {
  address: 'Give your agent this address and have it ask for access. It shows a code.',
  addressLabel: 'the address of this service',
  code: 'Type the code here and decide what the agent may do.',
  codeDo: 'Enter a code',
  key: 'The agent fetches its key by itself. You and we will never see it.',
  command: 'For an agent that cannot ask, run this where the server runs. The key goes into the file agent.key and onto no screen:',
  commandLabel: 'the command that lets an agent in',
} as const;

/** The two ways for an agent to get in: it asks and a person types its code, or the operator writes a key into a file. */
export function LetAgentIn({ workspaceId }: { workspaceId: string }) {
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
      <div className={classes.other}>
        <p>{texts.command}</p>
        <Command text={grantCommand(workspaceId)} label={texts.commandLabel} />
      </div>
    </div>
  );
}

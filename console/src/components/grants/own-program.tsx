import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { loginCommand } from '../../lib/grant-command.ts';
import { useViewer } from '../../lib/viewer.ts';
import { Command } from '../ui/command.tsx';
import classes from './let-agent-in.module.css';
import { texts } from './let-in-texts.ts';

/** How a member's own program gets access: it asks, and the member enters its code. Operators also see the command of the CLI. */
export function OwnProgram({ words }: { words: { how: string; docs: string; command: string; commandLabel: string } }) {
  const { isOperator } = useViewer();
  return (
    <div className={classes.ways}>
      <div>
        <p>{words.how}</p>
        <a href="/developers/graphql">{words.docs}</a>
      </div>
      <Command text={window.location.origin} label={texts.addressLabel} />
      <div>
        <Button variant="default" renderRoot={(props) => <Link to="/grant" {...props} />}>
          {texts.codeDo}
        </Button>
      </div>
      {isOperator && (
        <div className={classes.other}>
          <p>{words.command}</p>
          <Command text={loginCommand(window.location.origin)} label={words.commandLabel} />
        </div>
      )}
    </div>
  );
}

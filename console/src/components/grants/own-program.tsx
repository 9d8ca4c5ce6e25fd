import { Anchor } from '@mantine/core';
import { loginCommand } from '../../lib/grant-command.ts';
import { Command } from '../ui/command.tsx';
import classes from './let-agent-in.module.css';

/** How a member gives their own program access: it requests access, and they allow it here. */
export function OwnProgram({ how, label, docs }: { how: string; label: string; docs: string }) {
  return (
    <div className={classes.ways}>
      <div>
        <p>{how}</p>
        <Command text={loginCommand(window.location.origin)} label={label} />
        <Anchor href="/developers/graphql">{docs}</Anchor>
      </div>
    </div>
  );
}

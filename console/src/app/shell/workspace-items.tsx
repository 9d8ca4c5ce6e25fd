import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOpenAtOnce } from '../../components/ui/use-open-at-once.ts';
import { useSwitchWorkspace } from '../../components/use-switch-workspace.ts';
import { workspaceName } from '../../components/workspace-name.ts';
import type { Workspace } from '../../lib/viewer.ts';
import classes from './workspace-switcher.module.css';

interface Props {
  workspaces: readonly Workspace[];
  openId: string;
  /** The button's accessible name. */
  label: string;
  /** What the button shows. */
  children: ReactNode;
}

/** The open menu. Loaded when it is first opened. */
export function WorkspaceItems({ workspaces, openId, label, children }: Props) {
  const switchTo = useSwitchWorkspace();
  const { button, isOpen, setOpen } = useOpenAtOnce();
  return (
    <Menu position="bottom-start" width="target" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UnstyledButton ref={button} className={classes.button} aria-label={label}>
          {children}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {workspaces.map((workspace) => (
          <Menu.Item
            key={workspace.id}
            rightSection={workspace.id === openId ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => switchTo(workspace.id)}
          >
            {workspaceName(workspace, workspaces)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

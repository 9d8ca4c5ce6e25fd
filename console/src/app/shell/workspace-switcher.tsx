import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { openWorkspace, useViewer, useWorkspaceOrNull } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './workspace-switcher.module.css';

/** Which workspace is open; a plain name where there is only one. */
export function WorkspaceSwitcher() {
  const open = useWorkspaceOrNull();
  const workspaces = useViewer().workspaces.filter(({ id, archivedAt }) => !archivedAt || id === open?.id);
  const navigate = useNavigate();
  if (!open) return null;
  if (workspaces.length < 2) return <p className={classes.only}>{open.name}</p>;
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`${texts.workspace}: ${open.name}`}>
          <span className={classes.name}>{open.name}</span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {workspaces.map(({ id, name }) => (
          <Menu.Item
            key={id}
            rightSection={id === open.id ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => {
              openWorkspace(id);
              navigate({ to: '/' });
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useViewer, useWorkspaceOrNull } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './workspace-switcher.module.css';

const WorkspaceItems = lazy(async () => ({ default: (await import('./workspace-items.tsx')).WorkspaceItems }));

/** Which workspace is open; a plain name where there is only one. */
export function WorkspaceSwitcher() {
  const open = useWorkspaceOrNull();
  const workspaces = useViewer().workspaces.filter(({ id, archivedAt }) => !archivedAt || id === open?.id);
  const [wasOpened, setWasOpened] = useState(false);
  if (!open) return null;
  if (workspaces.length < 2) return <p className={classes.only}>{open.name}</p>;
  const label = `${texts.workspace}: ${open.name}`;
  const shown = (
    <>
      <span className={classes.name}>{open.name}</span>
      <IconSelector size={16} aria-hidden />
    </>
  );
  const closed = (
    <UnstyledButton
      className={classes.button}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWasOpened(true)}
    >
      {shown}
    </UnstyledButton>
  );
  if (!wasOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <WorkspaceItems workspaces={workspaces} openId={open.id} label={label}>
        {shown}
      </WorkspaceItems>
    </Suspense>
  );
}

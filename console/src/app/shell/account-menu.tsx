import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useViewer } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './account-menu.module.css';

const AccountItems = lazy(async () => ({ default: (await import('./account-items.tsx')).AccountItems }));

/** The viewer, the colours, and signing out. */
export function AccountMenu() {
  const viewer = useViewer();
  const [wasOpened, setWasOpened] = useState(false);
  const label = (
    <>
      <VisuallyHidden>{texts.signedInAs}</VisuallyHidden>
      <span className={classes.avatar} aria-hidden>
        {viewer.name.charAt(0).toUpperCase()}
      </span>
      <span className={classes.name}>{viewer.name}</span>
      <IconSelector size={16} aria-hidden />
    </>
  );
  const closed = (
    <UnstyledButton className={classes.button} aria-haspopup="menu" aria-expanded={false} onClick={() => setWasOpened(true)}>
      {label}
    </UnstyledButton>
  );
  if (!wasOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <AccountItems>{label}</AccountItems>
    </Suspense>
  );
}

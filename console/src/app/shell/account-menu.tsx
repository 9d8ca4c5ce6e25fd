import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { texts as shared } from '../../components/texts.ts';
import { AskToLeave } from '../../components/unsaved/unsaved-guard.tsx';
import { hasUnsavedWords } from '../../components/unsaved/use-kept-words.ts';
import { useViewer } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import classes from './account-menu.module.css';
import { useSignOut } from './use-sign-out.ts';

const AccountItems = lazy(async () => ({ default: (await import('./account-items.tsx')).AccountItems }));

/** The viewer, the colours, and signing out. */
export function AccountMenu() {
  const viewer = useViewer();
  const signOut = useSignOut();
  const queryClient = useQueryClient();
  const [wasOpened, setWasOpened] = useState(false);
  const [isAsking, setAsking] = useState(false);
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
  return (
    <>
      <AskToLeave isOpen={isAsking} what={shared.unsaved.signOut} onStay={() => setAsking(false)} onGo={signOut} />
      {wasOpened ? (
        <Suspense fallback={closed}>
          <AccountItems onSignOut={() => (hasUnsavedWords(queryClient) ? setAsking(true) : void signOut())}>{label}</AccountItems>
        </Suspense>
      ) : (
        closed
      )}
    </>
  );
}

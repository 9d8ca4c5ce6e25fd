import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useWorkspaceOrNull } from '../../lib/viewer.ts';
import { newsCount, texts } from '../texts.ts';
import { Brand } from './brand.tsx';
import { NavLink } from './nav-link.tsx';
import { NewsLink } from './news-link.tsx';
import { pages } from './pages.ts';
import classes from './phone-bar.module.css';
import { NavigationContent } from './side-navigation.tsx';

const FIRST = 4;

const Drawer = lazy(async () => ({ default: (await import('../../components/ui/library-dialogs.ts')).Drawer }));

/** At the bottom of a phone: the four screens one needs most, and a drawer with all of them. */
export function PhoneBar() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = (): void => {
    setWasOpened(true);
    setOpen(true);
  };
  const close = (): void => setOpen(false);
  const workspace = useWorkspaceOrNull();
  const unseen = workspace?.unseenNotices ?? 0;
  const isDeciding = useRouterState({ select: ({ location }) => /^\/approvals\/./.test(location.pathname) });
  return (
    <>
      {!isDeciding && (
        <nav aria-label={texts.navigation} className={classes.bar}>
          <div className={classes.nav}>
            {pages.slice(0, FIRST).map((page) => (
              <NavLink key={page.to} page={page} waiting={workspace?.waitingCount ?? 0} isStacked />
            ))}
          </div>
          <UnstyledButton className={classes.more} onClick={open} aria-haspopup="dialog">
            <IconMenu2 size={22} stroke={1.6} aria-hidden />
            {texts.more}
            {unseen > 0 && (
              <span className={classes.news}>
                <VisuallyHidden>{texts.news({ unseen, shown: newsCount(unseen) })}</VisuallyHidden>
              </span>
            )}
          </UnstyledButton>
        </nav>
      )}
      {wasOpened && (
        <Suspense>
          <Drawer
            opened={isOpen}
            onClose={close}
            size={288}
            title={<DrawerTitle onGo={close} />}
            closeButtonProps={{ 'aria-label': texts.closeMenu }}
          >
            <nav aria-label={texts.more} className={classes.drawer}>
              <NavigationContent onGo={close} />
            </nav>
          </Drawer>
        </Suspense>
      )}
    </>
  );
}

function DrawerTitle({ onGo }: { onGo: () => void }) {
  return (
    <span className={classes.title}>
      <Brand />
      <NewsLink onGo={onGo} />
    </span>
  );
}

import { useViewer, useWorkspaceOrNull } from '../../lib/viewer.ts';
import { texts } from '../texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { LiveMark } from './live-mark.tsx';
import { NavLink } from './nav-link.tsx';
import { NewsLink } from './news-link.tsx';
import { pages } from './pages.ts';
import { PaletteButton } from './palette-button.tsx';
import classes from './side-navigation.module.css';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** On the left of a wide screen. */
export function SideNavigation() {
  return (
    <nav aria-label={texts.navigation} className={classes.side}>
      <div className={classes.brand}>
        <Brand />
        <NewsLink />
      </div>
      <NavigationContent listens />
    </nav>
  );
}

/** Workspace, screens and account: the same in the side bar, which listens for the palette's keys, and in a phone's drawer. */
export function NavigationContent({ onGo, listens = false }: { onGo?: () => void; listens?: boolean }) {
  const { isOperator } = useViewer();
  const workspace = useWorkspaceOrNull();
  return (
    <>
      <WorkspaceSwitcher />
      <PaletteButton listens={listens} />
      <div className={classes.nav}>
        {pages
          .filter(({ to }) => isOperator || to !== '/operator')
          .map((page) => (
            <NavLink key={page.to} page={page} waiting={workspace?.waitingCount ?? 0} onClick={onGo} />
          ))}
      </div>
      <LiveMark />
      <AccountMenu />
    </>
  );
}

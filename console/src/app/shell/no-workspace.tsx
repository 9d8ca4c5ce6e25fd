import { Outlet, useRouterState } from '@tanstack/react-router';
import { Empty } from '../../components/ui/empty.tsx';
import { Page } from '../../components/ui/page.tsx';
import { texts } from '../texts.ts';

/** For a signed-in person without a workspace; a page that needs none is shown all the same. */
export function NoWorkspace() {
  const needsNone = useRouterState({
    select: ({ location }) => /^\/(operator|settings\/(security|notifications))$/.test(location.pathname),
  });
  if (needsNone) return <Outlet />;
  return (
    <Page title={texts.noWorkspace}>
      <Empty title={texts.noWorkspace}>
        <p>{texts.noWorkspaceHow}</p>
      </Empty>
    </Page>
  );
}

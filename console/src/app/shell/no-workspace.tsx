import { Empty } from '../../components/ui/empty.tsx';
import { Page } from '../../components/ui/page.tsx';
import { texts } from '../texts.ts';

/** Somebody who is signed in but belongs to no workspace. */
export function NoWorkspace() {
  return (
    <Page title={texts.noWorkspace}>
      <Empty title={texts.noWorkspace}>
        <p>{texts.noWorkspaceHow}</p>
      </Empty>
    </Page>
  );
}

import { Empty } from '../../components/ui/empty.tsx';
import { Page } from '../../components/ui/page.tsx';
import { texts } from '../texts.ts';

/** For a signed-in person without a workspace. */
export function NoWorkspace() {
  return (
    <Page title={texts.noWorkspace}>
      <Empty title={texts.noWorkspace}>
        <p>{texts.noWorkspaceHow}</p>
      </Empty>
    </Page>
  );
}

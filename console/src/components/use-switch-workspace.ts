import { useRouter } from '@tanstack/react-router';
import { openWorkspace } from '../lib/viewer.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Which workspace the overview is opened for. */
    workspaceId?: string;
  }
}

/**
 * Opens another workspace, on its overview, once that has replaced the page: a post's page would open the workspace of
 * the post again, and the person may stay on a page with unsaved text.
 */
export function useSwitchWorkspace(): (id: string) => void {
  const router = useRouter();
  return (workspaceId) => {
    const stop = router.subscribe('onResolved', ({ toLocation }) => {
      // Another page may still be loading, or be opened instead.
      if (toLocation.state.workspaceId !== workspaceId) return;
      stop();
      openWorkspace(workspaceId);
    });
    void router.navigate({ to: '/', state: { workspaceId } });
  };
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ViewerDocument, type ViewerQuery, type WorkspaceFactsFragment } from '../gql/graphql.ts';
import { signInAgain } from './http/identity-question.ts';
import { runDocument } from './http/run-document.ts';
import { live } from './live/live-state.ts';
import { useTabChoice, writeTabChoice } from './local-choice.ts';

export type Viewer = NonNullable<ViewerQuery['viewer']>;
export type Workspace = WorkspaceFactsFragment;

/** The server answers within milliseconds; this is a line that may as well be down. */
const ANSWER_MS = 10_000;

const WORKSPACE_CHOICE = 'workspace';

/** The signed-in person and their workspaces; null when signed out. */
export const viewerQuery = queryOptions({
  queryKey: ['viewer'],
  queryFn: async ({ signal, client }): Promise<Viewer | null> => {
    // A line can be up and dead: then the desk opens with what is kept.
    const { viewer } = await runDocument(ViewerDocument, {}, AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]));
    // The session ended while a page is open: it stays as it is, with the sign-in over it.
    const before = client.getQueryData<Viewer | null>(['viewer']);
    if (viewer || !before) return viewer;
    return (await signInAgain.ask()) ? (await runDocument(ViewerDocument, {}, signal)).viewer : before;
  },
  ...live('APPROVAL', 'NOTICE'),
});

/** The signed-in person. Only below the shell, which renders nothing before, and loads the viewer itself. */
export function useViewer(): Viewer {
  const { data } = useQuery({ ...viewerQuery, refetchOnMount: false });
  if (!data) throw new Error('useViewer is used outside the shell.');
  return data;
}

/** The workspace that is open: the one chosen last in this tab, else on this device, else the first; null where there is none. */
export function useWorkspaceOrNull(): Workspace | null {
  const { workspaces } = useViewer();
  const chosen = useTabChoice(WORKSPACE_CHOICE);
  const inUse = workspaces.filter(({ archivedAt }) => !archivedAt);
  return workspaces.find(({ id }) => id === chosen) ?? inUse[0] ?? workspaces[0] ?? null;
}

/** As above; the shell shows another page if there is no workspace. */
export function useWorkspace(): Workspace {
  const workspace = useWorkspaceOrNull();
  if (!workspace) throw new Error('useWorkspace is used where there is no workspace.');
  return workspace;
}

export function openWorkspace(id: string): void {
  writeTabChoice(WORKSPACE_CHOICE, id);
}

/** Opens the workspace that a link names or leads into, if it is one of the viewer's. */
export function followWorkspace({ workspaces }: Viewer, workspaceId: string | undefined): void {
  const linked = workspaces.find(({ id }) => id === workspaceId);
  if (linked) openWorkspace(linked.id);
}

/** Opens the workspace that the shown thing belongs to, where a link led into another than the open one. */
export function useFollowWorkspace(workspaceId: string | undefined): void {
  const viewer = useViewer();
  const open = useWorkspaceOrNull()?.id;
  useEffect(() => {
    if (workspaceId !== open) followWorkspace(viewer, workspaceId);
  }, [viewer, workspaceId, open]);
}

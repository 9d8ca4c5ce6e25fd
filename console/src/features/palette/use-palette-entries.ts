import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSwitchWorkspace } from '../../components/use-switch-workspace.ts';
import { workspaceName } from '../../components/workspace-name.ts';
import { PaletteSearchDocument, type PaletteSearchQuery } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { useViewer, useWorkspaceOrNull } from '../../lib/viewer.ts';
import { matchEntries, type PaletteEntry } from './palette-entries.ts';
import { texts } from './texts.ts';

export interface PalettePage {
  to: string;
  label: string;
}

const DEBOUNCE_MS = 150;
const LEAST_LETTERS = 2;

interface Matches {
  /** Pages, permitted actions, and results from the server. */
  entries: PaletteEntry[];
  isSearching: boolean;
  hasFailed: boolean;
}

/** Everything that matches the query. */
export function usePaletteEntries(query: string, pages: readonly PalettePage[]): Matches {
  const workspace = useWorkspaceOrNull();
  const [words] = useDebouncedValue(query.trim(), DEBOUNCE_MS);
  const search = useQuery({
    ...searchQuery(workspace?.id ?? '', words),
    enabled: workspace !== null && words.length >= LEAST_LETTERS,
  });
  const navigate = useNavigate();
  const goTo = (to: string): void => void navigate({ to });
  const found = (words === query.trim() ? (search.data ?? []) : []).flatMap((draft) => foundEntries(draft, goTo));
  const standing = [
    ...pages.map(({ to, label }): PaletteEntry => ({ key: to, group: 'pages', label, run: () => goTo(to.replace('/{-$approvalId}', '')) })),
    ...useActions(goTo),
  ];
  return {
    entries: matchEntries([...found, ...standing], query),
    isSearching: search.isFetching,
    // A browser without a connection does not even try.
    hasFailed: search.isError || search.isPaused,
  };
}

function searchQuery(workspaceId: string, search: string) {
  return queryOptions({
    queryKey: ['palette', workspaceId, search],
    queryFn: async ({ signal }) =>
      (await runDocument(PaletteSearchDocument, { workspaceId, search }, signal)).workspace?.drafts.edges.map(({ node }) => node) ?? [],
  });
}

type FoundDraft = NonNullable<PaletteSearchQuery['workspace']>['drafts']['edges'][number]['node'];

/** A draft, with its approval and job. */
function foundEntries({ id, title, approval, publishJob }: FoundDraft, goTo: (to: string) => void): PaletteEntry[] {
  const entry = (group: PaletteEntry['group'], to: string): PaletteEntry => ({ key: to, group, label: title, run: () => goTo(to) });
  return [
    ...(approval?.state === 'PENDING' ? [entry('approval', `/approvals/${approval.id}`)] : []),
    entry('draft', `/drafts/${id}`),
    ...(publishJob ? [entry('job', `/jobs/${publishJob.id}`)] : []),
  ];
}

/** The viewer's permitted global actions, loaded with the viewer. */
function useActions(goTo: (to: string) => void): PaletteEntry[] {
  const { workspaces } = useViewer();
  const open = useWorkspaceOrNull();
  const navigate = useNavigate();
  const switchTo = useSwitchWorkspace();
  const { setColorScheme } = useMantineColorScheme();
  const action = (key: string, label: string, run: () => void): PaletteEntry => ({ key, group: 'actions', label, run });
  return [
    ...(open?.viewerCan.createDraft
      ? [action('write', texts.writeDraft, () => void navigate({ to: '/drafts', search: { isWriting: true } }))]
      : []),
    ...(open?.viewerCan.manageConnections
      ? [action('let-in', texts.letIn, () => goTo('/grant')), action('connect', texts.connect, () => goTo('/connections'))]
      : []),
    action('light', texts.light, () => setColorScheme('light')),
    action('dark', texts.dark, () => setColorScheme('dark')),
    action('system', texts.system, () => setColorScheme('auto')),
    ...workspaces
      .filter(({ id, archivedAt }) => id !== open?.id && !archivedAt)
      .map((workspace) =>
        action(workspace.id, texts.openWorkspace({ name: workspaceName(workspace, workspaces) }), () => switchTo(workspace.id)),
      ),
  ];
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type BesideWordsInput,
  CheckNewWordsDocument,
  CheckWordsDocument,
  DraftDocument,
  DraftFiltersDocument,
  DraftPlatformsDocument,
  DraftRevisionsDocument,
  type DraftRevisionViewFragment,
  type DraftRowFragment,
  type DraftState,
  DraftsDocument,
  DraftTargetsDocument,
  type DraftTargetsQuery,
  DraftTemplatesDocument,
  type DraftViewFragment,
  FreeSlotsDocument,
  type PlatformChoiceFragment,
  type TemplateViewFragment,
  type WordsCheckViewFragment,
  type WordsInput,
} from '../../gql/graphql.ts';
import { agentsOf } from '../../lib/agents-of.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { live } from '../../lib/live/live-state.ts';
import { pagedQuery, readAllPages } from '../../lib/paged.ts';

export type DraftView = DraftViewFragment;

/** The words of a form, and what goes with them. */
export interface UnsavedWords {
  words: WordsInput[];
  unsaved: BesideWordsInput;
}

/** The filter of the list; everything if empty. */
export interface DraftFilter {
  state: DraftState | null;
  platform: string | null;
  agentId: string | null;
  label: string | null;
  search: string;
}

export const NO_FILTER: DraftFilter = { state: null, platform: null, agentId: null, label: null, search: '' };

const asVariables = ({ state, platform, agentId, label, search }: DraftFilter) => ({
  states: state ? [state] : null,
  platform,
  agentId,
  label,
  search: search.trim() || null,
});

/** All drafts of the filter, up to `most`. */
export function readAllDrafts(workspaceId: string, filter: DraftFilter, most: number): Promise<DraftRowFragment[]> {
  return readAllPages(most, async (after, first) => {
    const { workspace } = await runDocument(DraftsDocument, { workspaceId, ...asVariables(filter), first, after });
    return workspace?.drafts;
  });
}

/** Newest first. */
export function draftsQuery(workspaceId: string, asked: DraftFilter) {
  const filter = asVariables(asked);
  return pagedQuery<DraftRowFragment>({
    queryKey: ['drafts', workspaceId, filter],
    read: async (after, signal) => (await runDocument(DraftsDocument, { workspaceId, ...filter, after }, signal)).workspace?.drafts,
    ...live('DRAFT', 'APPROVAL', 'PUBLISH_JOB'),
  });
}

/** What the list can be narrowed to: the agents that may have written something here, and the labels in use. */
export function filtersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['draft-filters', workspaceId],
    queryFn: async ({ signal }) => {
      const { workspace } = await runDocument(DraftFiltersDocument, { workspaceId }, signal);
      return { agents: agentsOf(workspace?.grants ?? []), labels: workspace?.labels ?? [] };
    },
    ...live('DRAFT'),
  });
}

/** What new drafts can begin with, by name. */
export function templatesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['draft-templates', workspaceId],
    queryFn: async ({ signal }): Promise<TemplateViewFragment[]> =>
      (await runDocument(DraftTemplatesDocument, { workspaceId }, signal)).workspace?.templates ?? [],
  });
}

/** Where a draft can go. */
export function targetsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['draft-targets', workspaceId],
    queryFn: async ({ signal }): Promise<DraftTargetsQuery['workspace']> =>
      (await runDocument(DraftTargetsDocument, { workspaceId }, signal)).workspace,
    ...live('CONNECTION'),
  });
}

const DAYS_OF_SLOTS = 28;
const MOST_SLOTS = 4;

/** The next posting slots in which nothing goes out yet, soonest first; none without slots in the settings. */
export function freeSlotsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['free-slots', workspaceId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const start = new Date();
      const end = new Date(start.getTime() + DAYS_OF_SLOTS * 86_400_000);
      const period = { start: start.toISOString(), end: end.toISOString() };
      const { workspace } = await runDocument(FreeSlotsDocument, { workspaceId, ...period }, signal);
      const free = (workspace?.slots ?? []).filter(({ at, isTaken }) => !isTaken && new Date(at) > start);
      return free.slice(0, MOST_SLOTS).map(({ at }) => at);
    },
    ...live('DRAFT'),
  });
}

/** The platforms that can publish today. */
export function connectedOf(workspace: DraftTargetsQuery['workspace'] | undefined): ReadonlySet<string> {
  return new Set(workspace?.connections.filter(({ health }) => health === 'HEALTHY').map(({ platform }) => platform.id));
}

/**
 * What unsaved text becomes on each platform, by the server's rules; of a new draft without `draftId`. `lookedUpAt`: when
 * its names and link were looked up, which changes the answer.
 */
export function checkQuery(workspaceId: string, draftId: string | null, { words, unsaved }: UnsavedWords, lookedUpAt: number) {
  return queryOptions({
    queryKey: ['check-words', draftId ?? workspaceId, words, unsaved, lookedUpAt],
    queryFn: async ({ signal }): Promise<WordsCheckViewFragment[]> =>
      draftId === null
        ? ((await runDocument(CheckNewWordsDocument, { workspaceId, words, beside: unsaved }, signal)).workspace?.checkWords ?? [])
        : ((await runDocument(CheckWordsDocument, { id: draftId, words, beside: unsaved }, signal)).draft?.check ?? []),
    placeholderData: keepPreviousData,
    enabled: words.length > 0 || (unsaved.sourceText ?? '').trim() !== '',
    gcTime: 60_000,
  });
}

/** Earlier captions, newest first. */
export function revisionsQuery(id: string) {
  return pagedQuery<DraftRevisionViewFragment>({
    queryKey: ['draft-revisions', id],
    read: async (after, signal) => (await runDocument(DraftRevisionsDocument, { id, after }, signal)).draft?.revisions,
    ...live('DRAFT'),
  });
}

/** Null where there is none by that id. */
export function draftQuery(id: string) {
  return queryOptions({
    queryKey: ['draft', id],
    queryFn: async ({ signal }): Promise<DraftView | null> => (await runDocument(DraftDocument, { id }, signal)).draft,
    ...live('DRAFT', 'APPROVAL', 'PUBLISH_JOB'),
  });
}

export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }): Promise<PlatformChoiceFragment[]> => (await runDocument(DraftPlatformsDocument, {}, signal)).platforms,
  staleTime: Number.POSITIVE_INFINITY,
});

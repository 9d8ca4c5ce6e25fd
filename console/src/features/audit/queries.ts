import { queryOptions } from '@tanstack/react-query';
import { AboutAuditDocument, AuditEntriesDocument, type AuditEntryViewFragment } from '../../gql/graphql.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { pagedQuery } from '../../lib/paged.ts';
import { fromZonedTime } from '../../lib/time/zoned-time.ts';

export type AuditEntryView = AuditEntryViewFragment;

/** The chosen filter; empty values do not filter. Days are in the workspace's time zone. */
export interface AuditFilter {
  actorId: string;
  action: string;
  subjectId: string;
  /** ISO dates, both days included. */
  from: string;
  to: string;
}

export const NO_FILTER: AuditFilter = { actorId: '', action: '', subjectId: '', from: '', to: '' };

/** The filter as the server takes it: moments instead of days, and nothing where nothing was chosen. */
export function filterVariables({ actorId, action, subjectId, from, to }: AuditFilter, timeZone: string) {
  const dayAfter = to && new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
  return {
    actorId: actorId || null,
    action: action || null,
    subjectId: subjectId.trim() || null,
    from: fromZonedTime(`${from}T00:00`, timeZone)?.toISOString() ?? null,
    to: dayAfter ? (fromZonedTime(`${dayAfter}T00:00`, timeZone)?.toISOString() ?? null) : null,
  };
}

export function auditQuery(workspaceId: string, filter: AuditFilter, timeZone: string) {
  return pagedQuery<AuditEntryView>({
    queryKey: ['audit', workspaceId, filter],
    read: async (after, signal) => {
      const variables = { workspaceId, ...filterVariables(filter, timeZone), after };
      return (await runDocument(AuditEntriesDocument, variables, signal)).workspace?.auditEntries;
    },
  });
}

/** The log's retention, and the possible actors: members of the account, and grants of this workspace. */
export function aboutAuditQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['about-audit', workspaceId],
    queryFn: async ({ signal }) => {
      const { workspace } = await runDocument(AboutAuditDocument, { workspaceId }, signal);
      const members = workspace?.account.members ?? [];
      const grants = workspace?.grants ?? [];
      const actors = [
        ...members.map(({ userId, name }) => ({ value: userId, label: name })),
        ...grants.map(({ id, agentName }) => ({ value: id, label: `${agentName} · ${id.slice(-6)}` })),
      ];
      return { actors, keptFrom: workspace?.auditKeptFrom ?? null };
    },
    staleTime: 60_000,
  });
}

/** The address of the file; the browser fetches it with the session's cookie. */
export function exportAddress(workspaceId: string, format: 'ndjson' | 'csv', filter: AuditFilter, timeZone: string): string {
  const { actorId, action, subjectId, from, to } = filterVariables(filter, timeZone);
  const query = { workspace_id: workspaceId, format, actor_id: actorId, action, subject_id: subjectId, from, to };
  return `/api/audit/export?${new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))}`;
}

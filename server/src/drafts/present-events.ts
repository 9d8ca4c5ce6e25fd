import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import type { Event } from '../events/event.entity.ts';
import type { EventType } from '../events/event-types.ts';
import type { DraftState } from './draft.entity.ts';
import { type ActionTaker, allowedDraftActions, failuresOf } from './lock-draft.ts';

/** An event as agents and integrators receive it: by REST, event stream and webhook. */
export interface EventView {
  event_id: string;
  type: EventType;
  timestamp: string;
  sequence: number;
  workspace_id: string;
  subject_id: string;
  draft_id: string | null;
  draft_state: DraftState | null;
  data: Record<string, string | number | boolean | null>;
  allowed_actions: string[];
  link: string;
}

/** The current state of an event's draft, and what the reader may do with it; null and nothing without a draft. */
type DraftNow = Pick<EventView, 'draft_state' | 'allowed_actions'>;

export function presentEvent({ publicUrl }: { publicUrl: string }, event: Event, draft: DraftNow): EventView {
  const { id, type, createdAt, sequence, workspaceId, subjectId, draftId = null, data } = event;
  return {
    event_id: id,
    type,
    timestamp: createdAt.toISOString(),
    sequence,
    workspace_id: workspaceId,
    subject_id: subjectId,
    draft_id: draftId,
    draft_state: draft.draft_state,
    data,
    allowed_actions: draft.allowed_actions,
    link: `${publicUrl}/api/v1${pathOf(event)}`,
  };
}

/** Presents these events to one reader after another, with their drafts as they are now. Three statements at most. */
export async function eventPresenter(ctx: Context, events: readonly Event[]): Promise<(event: Event, reader: ActionTaker) => EventView> {
  const drafts = byId(await readDrafts(ctx, [...new Set(events.flatMap(({ draftId }) => draftId ?? []))]));
  const workspaces = byId(await readWorkspaces(ctx, [...new Set([...drafts.values()].map(({ workspaceId }) => workspaceId))]));
  const failures = await failuresOf(ctx, [...drafts.values()]);
  return (event, reader) => {
    const draft = drafts.get(event.draftId ?? '');
    const workspace = workspaces.get(draft?.workspaceId ?? '');
    const actions = draft && workspace ? allowedDraftActions(draft, reader, workspace, failures.get(draft.id)) : [];
    return presentEvent(ctx.config, event, { draft_state: draft?.state ?? null, allowed_actions: actions });
  };
}

/** Without their texts, which are long. */
async function readDrafts({ em }: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const columns = ['id', 'state', 'workspace_id as workspaceId', 'approval_required as approvalRequired'] as const;
  return query(em, tables.selectFrom('drafts').select(columns).where('id', '=', anyOf(ids)));
}

async function readWorkspaces({ em }: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const columns = ['id', 'account_id as accountId', 'allows_auto as allowsAuto', 'archived_at as archivedAt'] as const;
  return query(em, tables.selectFrom('workspaces').select(columns).where('id', '=', anyOf(ids)));
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Events for the caller. */
export async function presentEvents(ctx: Context, events: readonly Event[]): Promise<EventView[]> {
  const present = await eventPresenter(ctx, events);
  return events.map((event) => present(event, ctx.actor));
}

/** The path of the resource's current state. */
function pathOf({ type, subjectId, draftId, data }: Event): string {
  const noun = type.split('.')[0];
  if (noun === 'approval') return `/approvals/${subjectId}`;
  if (noun === 'job') return `/publish-jobs/${subjectId}`;
  if (noun === 'publication') return `/publish-jobs/${data.job_id}`;
  if (noun === 'connection') return '/connections';
  if (noun === 'credits') return '/usage';
  if (noun === 'grant' || noun === 'workspace') return '/me';
  if (noun === 'comment') return `/drafts/${draftId}/comments`;
  return draftId ? `/drafts/${draftId}` : '/events';
}

import type { Event } from './event.entity.ts';
import type { EventType } from './event-types.ts';

/** An event as agents and integrators receive it: by REST, event stream and webhook. */
export interface EventView {
  event_id: string;
  type: EventType;
  timestamp: string;
  sequence: number;
  workspace_id: string;
  subject_id: string;
  draft_id: string | null;
  data: Record<string, string | number | boolean | null>;
  allowed_actions: string[];
  link: string;
}

/** What an agent can usually do next; whether this one may depends on its scopes. */
const NEXT: Partial<Record<EventType, Record<string, string[]> | string[]>> = {
  'approval.requested': ['cancel'],
  'approval.decided': { pending: ['cancel'], approved: ['cancel'], changes_requested: ['edit', 'submit'], rejected: ['edit', 'archive'] },
  'approval.held': ['cancel'],
  'approval.released': ['cancel'],
  'approval.vote_withdrawn': ['cancel'],
  'approval.expired': ['submit', 'edit'],
  'job.ready': ['cancel'],
  'job.blocked': ['cancel'],
  'job.failed': ['edit', 'submit'],
  'job.cancelled': ['submit', 'edit'],
  'grant.rotation_requested': ['rotate_key'],
};

export function presentEvent({ publicUrl }: { publicUrl: string }, event: Event): EventView {
  const { id, type, createdAt, sequence, workspaceId, subjectId, draftId = null, data } = event;
  return {
    event_id: id,
    type,
    timestamp: createdAt.toISOString(),
    sequence,
    workspace_id: workspaceId,
    subject_id: subjectId,
    draft_id: draftId,
    data,
    allowed_actions: nextOf(type, data.state),
    link: `${publicUrl}/api/v1${pathOf(event)}`,
  };
}

function nextOf(type: EventType, state: unknown): string[] {
  const next = NEXT[type] ?? [];
  return Array.isArray(next) ? next : (next[String(state)] ?? []);
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

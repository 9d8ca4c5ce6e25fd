import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { idColumn, timestamp } from '../db/columns.ts';
import type { EventType } from './event-types.ts';

/** An event's data: ids, states and hashes. Never a post's text or a secret, which need permission. */
export type EventData = Record<string, string | number | boolean | null>;

/** Something that happened in a workspace, written in the same transaction. Append-only; kept for 90 days. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'events',
  uniques: [{ properties: ['workspaceId', 'sequence'] }],
  indexes: [{ properties: ['createdAt'] }],
  properties: {
    id: idColumn(),
    accountId: p.text(),
    workspaceId: p.text(),
    /** From 1, in commit order, without gaps except after a restore: a reader up to one has missed nothing. */
    sequence: p.integer(),
    type: p.text().$type<EventType>(),
    /** The subject: the approval, job, publication, connection, grant or workspace; the account for its credits. */
    subjectId: p.text(),
    /** Its draft; null if there is none. */
    draftId: p.text().nullable(),
    /** The only grant that receives it; null: every agent of the workspace may. */
    grantId: p.text().nullable(),
    /** The kind of actor: `agent`, `user`, `operator` or `system`. */
    actorKind: p.text(),
    /** Grant or user id; null for operator and system. */
    actorId: p.text().nullable(),
    data: p.json<EventData>(),
    createdAt: timestamp(),
  },
});
export type Event = InferEntity<typeof Event>;

/** A workspace's latest event number. Locked only at the end of a transaction. */
export const EventHead = defineEntity({
  name: 'EventHead',
  tableName: 'event_heads',
  properties: {
    workspaceId: p.text().primary(),
    accountId: p.text(),
    lastSequence: p.integer(),
  },
});

/** An event that one of the service's readers has not dealt with yet. */
export const UnreadEvent = defineEntity({
  name: 'UnreadEvent',
  tableName: 'unread_events',
  properties: {
    reader: p.text().primary(),
    eventId: p.text().primary(),
    accountId: p.text(),
  },
});

import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { numbered, type Statement } from '../db/reading/query.ts';
import { assertTransaction, type EndWriter, writeAtEnd } from '../db/transaction.ts';
import { newId } from '../new-id.ts';
import type { EventData } from './event.entity.ts';
import { EVENT_READERS } from './event-queries.ts';
import type { EventType } from './event-types.ts';

export interface EventInput {
  /** Null: withdraws the subject's events of this transaction, and records none instead. */
  type: EventType | null;
  accountId: string;
  workspaceId: string;
  subjectId: string;
  draftId?: string | null;
  /** For this grant alone. */
  grantId?: string | null;
  /** Ids, states, hashes; never a post's text. */
  data?: EventData;
  /** Of a subject's events with the same key, only a transaction's last is recorded. */
  lastOf?: string;
}

type Row = EventInput & { id: string; actorKind: string; actorId: string | null; createdAt: Date };

/**
 * Records an event for agents, integrators and the service's own consumers, atomically with the change. Costs one
 * statement for all events of a transaction, right before its commit.
 */
export function recordEvent(ctx: Context, input: EventInput): void {
  assertTransaction(ctx);
  const { actor } = ctx;
  const row: Row = { ...input, id: newId('evt'), actorKind: actor.kind, actorId: actorIdOf(actor), createdAt: ctx.clock.now() };
  writeAtEnd(ctx, EVENTS, row);
}

function actorIdOf(actor: Actor): string | null {
  if (actor.kind === 'client') return actor.linkId;
  return actor.kind === 'agent' ? actor.grantId : actor.kind === 'user' ? actor.userId : null;
}

const EVENTS: EndWriter<Row> = { isLast: true, statementFor: (_tx, rows) => writeOf(rows) };

function writeOf(rows: readonly Row[]): Statement | null {
  const published = lastWords(rows).filter(({ type }) => type !== null);
  if (published.length === 0) return null;
  const wanted = published.map(({ lastOf: _lastOf, draftId = null, grantId = null, data = {}, ...row }) => ({
    ...row,
    draftId,
    grantId,
    data,
  }));
  return { sql: WRITE, values: [JSON.stringify(wanted), JSON.stringify(EVENT_READERS)] };
}

function lastWords(rows: readonly Row[]): Row[] {
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  return rows.filter((row) => last.get(keyOf(row)) === row);
}

const keyOf = ({ id, subjectId, lastOf }: Row): string => (lastOf ? `${lastOf} ${subjectId}` : id);

/**
 * The heads are locked in the order of their ids, and only until the commit, so numbers become visible in order, and
 * no other transaction waits longer than a commit takes. Each event of a draft that edits a published post names that
 * post. A removal or a first comment changes no row of its job, so those that wait for the job are notified here.
 */
const WRITE = numbered(`
  with wanted as (
    select e.*, row_number() over (partition by e."workspaceId" order by e.ordinality) as place, count(*) over (partition by e."workspaceId") as many
    from rows from (json_to_recordset(?::json) as (
      id text, "accountId" text, "workspaceId" text, type text, "subjectId" text, "draftId" text, "grantId" text,
      "actorKind" text, "actorId" text, data jsonb, "createdAt" timestamptz
    )) with ordinality e
  ), heads as (
    insert into event_heads (workspace_id, account_id, last_sequence)
    select "workspaceId", min("accountId"), count(*) from wanted group by "workspaceId" order by "workspaceId"
    on conflict (workspace_id) do update set last_sequence = event_heads.last_sequence + excluded.last_sequence
    returning workspace_id, last_sequence
  ), written as (
    insert into events (id, account_id, workspace_id, sequence, type, subject_id, draft_id, grant_id, actor_kind, actor_id, data, created_at)
    select w.id, w."accountId", w."workspaceId", h.last_sequence - w.many + w.place, w.type, w."subjectId", w."draftId", w."grantId",
      w."actorKind", w."actorId", w.data || jsonb_strip_nulls(jsonb_build_object('edits_publication_id', d.edits_publication_id)), w."createdAt"
    from wanted w join heads h on h.workspace_id = w."workspaceId" left join drafts d on d.id = w."draftId"
  ), unread as (
    insert into unread_events (reader, event_id, account_id)
    select r.reader, w.id, w."accountId" from wanted w cross join json_array_elements_text(?::json) r (reader)
  )
  select pg_notify('countersign_changes', json_build_object('kind', 'events', 'workspaceId', workspace_id, 'id', last_sequence::text)::text) from heads
  union all
  select pg_notify('countersign_changes', json_build_object('kind', 'publish_job', 'workspaceId', "workspaceId", 'id', data->>'job_id', 'draftId', "draftId")::text)
  from wanted where type like 'retraction.%' or type like 'first_comment.%'`);

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Approval } from '../approvals/approval.entity.ts';
import { ClientLinkToken, ClientRecall, RECALL_TRANSITIONS } from '../approvals/clients/client-link.entity.ts';
import { LINK_IS_VALID } from '../approvals/clients/client-links.ts';
import { stagesNow } from '../approvals/stage-votes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { DAY_MS, HOUR_MS } from '../clock.ts';
import type { Context, Services } from '../context.ts';
import { isOutage, logFault } from '../db/database-faults.ts';
import { query } from '../db/reading/query.ts';
import { systemContext } from '../db/system-context.ts';
import { literal, tables } from '../db/tables.ts';
import { inTransaction } from '../db/transaction.ts';
import { draftTitle } from '../drafts/draft-text.ts';
import { statesBefore } from '../state-table.ts';
import { mailAgain, type OpenLink } from './sending/mail-client.ts';

/** How long further ones are collected. */
const GATHER_MS = 60_000;
const REST_MS = 600_000;

/**
 * Records which clients to mail again, once each per reason: those who requested changes, when a new approval is
 * requested; and those whose stage has begun. If a mail was not needed the last time, since it was another's stage or
 * a decision existed, it is recorded again. Sent a minute later, at least ten minutes after the link's last such
 * mail, with everything collected until then. Of several links of an address, the newest one that shows the post is mailed.
 */
export async function askClientsAgain(
  tx: Context,
  { requested, movedOn }: { requested: readonly string[]; movedOn: readonly string[] },
): Promise<void> {
  await note(
    tx,
    `select d.client_link_id as link_id, p.id as approval_id, 'infinity'::timestamptz as since
       from approvals a join approvals p on p.draft_id = a.draft_id and p.id < a.id
       join approval_decisions d on d.approval_id = p.id and d.client_link_id is not null and d.decision = 'changes_requested'
      where a.id in (?)`,
    requested,
  );
  const asked = await tx.em.find(Approval, { id: { $in: [...requested, ...movedOn] }, state: 'pending' });
  const stages = await stagesNow(tx, asked);
  // Clients whose link was sent for this request are mailed with the link.
  await note(
    tx,
    `select s.link_id, a.id as approval_id, greatest(a.created_at, (
         select max(d.created_at) from approval_decisions d where d.approval_id = a.id)) as since
       from approvals a join client_link_drafts s on s.draft_id = a.draft_id where a.id in (?)`,
    asked.filter(({ id }) => stages.get(id)?.who === 'clients').map(({ id }) => id),
  );
}

/** Mails the clients again who may decide on these, which wait in a client's stage, unless they got their link within the hour. */
export function remindClients(tx: Context, approvalIds: readonly string[]): Promise<void> {
  return note(
    tx,
    `select s.link_id, a.id as approval_id, '${new Date(tx.clock.now().getTime() - HOUR_MS).toISOString()}'::timestamptz as since
       from approvals a join client_link_drafts s on s.draft_id = a.draft_id where a.id in (?)`,
    approvalIds,
    { isReminder: true },
  );
}

/** `select`: links, their approvals, and since when; a link that is made later is mailed by whom it is shared. */
async function note(tx: Context, select: string, approvalIds: readonly string[], { isReminder = false } = {}): Promise<void> {
  if (approvalIds.length === 0) return;
  const now = tx.clock.now();
  const soonest = new Date(now.getTime() + GATHER_MS);
  await tx.em.execute(
    `insert into client_recalls (link_id, account_id, workspace_id, approval_id, state, due_at)
     select distinct on (newest.id, p.id) newest.id, p.account_id, p.workspace_id, p.id, 'waiting', greatest(?::timestamptz, (
         select max(t.created_at) + ? * interval '1 millisecond' from client_link_tokens t where t.link_id = newest.id))
       from (${select}) found join client_links own on own.id = found.link_id join approvals p on p.id = found.approval_id
       join lateral (select l.id, l.created_at from client_links l join client_link_drafts s on s.link_id = l.id and s.draft_id = p.draft_id
         where l.workspace_id = p.workspace_id and l.email = own.email and l.expires_at > ? and ${LINK_IS_VALID}
         order by l.id desc limit 1) newest on newest.created_at < found.since
     on conflict (link_id, approval_id) do update set state = 'waiting', due_at = excluded.due_at, ended_at = null
      where client_recalls.state = 'not_needed' or client_recalls.state = 'sent' and ?`,
    [soonest, REST_MS, [...approvalIds], now, isReminder],
    'run',
  );
}

const AT_ONCE = 50;
/** When a client is tried again whose mail failed: at once, a few of them would fill every run. */
const AGAIN_MS = 5 * 60_000;
/** The most of these mails of an account to an address in a day; further ones wait. */
const MOST_A_DAY = 10;
/** Reminders leave room for requests of the same day. */
const MOST_WITH_REMINDERS = 7;

/**
 * Sends one mail to each client whose requested changes were made, with all posts of their link that await
 * their decision again. Mails about an archived workspace wait until it is restored. Returns how many.
 */
export async function mailClients(services: Services): Promise<number> {
  if (!services.config.mail) return 0;
  const due = await query(
    services.orm.em.fork(),
    tables
      .selectFrom('client_recalls as r')
      .innerJoin('client_links as l', 'l.id', 'r.link_id')
      .innerJoin('workspaces as w', (join) => join.onRef('w.id', '=', 'l.workspace_id').on('w.archived_at', 'is', null))
      .select('r.link_id')
      .where('r.state', '=', literal('waiting'))
      .where('r.due_at', '<=', services.clock.now())
      .groupBy('r.link_id')
      .orderBy(({ fn }) => fn.min('r.due_at'))
      .limit(AT_ONCE),
  );
  let sent = 0;
  for (const { link_id: linkId } of due) {
    try {
      sent += await inTransaction(systemContext(services), (tx) => mailClient(tx, linkId));
    } catch (error) {
      if (isOutage(error)) throw error;
      logFault(services.log, error, { linkId }, 'a client could not be notified; it is tried again');
      const dueAt = new Date(services.clock.now().getTime() + AGAIN_MS);
      await services.orm.em.fork().nativeUpdate(ClientRecall, { linkId, state: 'waiting' }, { dueAt });
    }
  }
  return sent;
}

interface Row {
  /** The approval on which they requested changes, or that has reached their stage. */
  approval_id: string;
  asked_for_changes: boolean;
  newest_id: string;
  draft_id: string;
  /** The state of the draft's newest request. */
  state: string;
  words: string;
  /** Whether this client has decided on the newest request already. */
  has_decided: boolean;
  /** Whether a member has approved the newest request before the client's stage. */
  is_looked_at: boolean;
  /** It edits a published post. */
  is_edit: boolean;
  /** The client was mailed since their stage began, and people were reminded of it since. */
  is_reminder: boolean;
}

async function mailClient(tx: Context, linkId: string): Promise<number> {
  const rows = await tx.em.execute<Row[]>(
    `select r.approval_id, a.id as newest_id, a.draft_id, a.state, a.words, exists (
         select from approval_decisions c where c.approval_id = r.approval_id and c.client_email = l.email
             and c.decision = 'changes_requested') as asked_for_changes, exists (
         select from approval_decisions d where d.approval_id = a.id and d.client_email = l.email) as has_decided, exists (
         select from drafts e where e.id = a.draft_id and e.edits_publication_id is not null) as is_edit, exists (
         select from approval_decisions o where o.approval_id = a.id and o.decision = 'approved' and o.user_id is not null) as is_looked_at, exists (
         select from approval_reminders m where m.approval_id = a.id and coalesce(m.asked_since, a.created_at) = a.asked_since)
         and (l.created_at >= a.asked_since or exists (
           select from client_link_tokens t where t.link_id = l.id and t.created_at >= a.asked_since)) as is_reminder
       from client_recalls r join client_links l on l.id = r.link_id join approvals p on p.id = r.approval_id
       cross join lateral (select id, draft_id, state, words, created_at, coalesce(asked_since, created_at) as asked_since
         from approvals n where n.draft_id = p.draft_id order by id desc limit 1) a
      where r.link_id = ? and r.state = 'waiting' order by r.approval_id for update of r`,
    [linkId],
  );
  const link = await openLink(tx, linkId);
  // An earlier link of the address may still show them.
  const ended = `select r.link_id, r.approval_id, l.created_at as since from client_recalls r join client_links l on l.id = r.link_id
      where r.state = 'waiting' and r.approval_id in (?)`;
  const approvalIds = rows.map(({ approval_id: id }) => id);
  if (!link) await note(tx, ended, approvalIds);
  // A post that is being changed again waits for its next request.
  const [changing, asked] = partition(rows, ({ state }) => state === 'superseded' && link !== null);
  const others = await waitForOthers(tx, asked);
  const isWanted = (row: Row) => link !== null && row.state === 'pending' && !row.has_decided && !others.has(row.newest_id);
  const [wanted, over] = partition(asked, isWanted);
  const now = tx.clock.now();
  const areReminders = wanted.every(({ is_reminder: isReminder }) => isReminder);
  const freeAt = link && wanted.length > 0 ? await whenFree(tx, link, areReminders ? MOST_WITH_REMINDERS : MOST_A_DAY) : null;
  await write(tx, linkId, changing, { dueAt: new Date(now.getTime() + GATHER_MS) });
  await write(tx, linkId, over, { state: 'not_needed', endedAt: now });
  await write(tx, linkId, wanted, freeAt ? { dueAt: freeAt } : { state: 'sent', endedAt: now });
  if (!link || wanted.length === 0 || freeAt) return 0;
  const token = randomBytes(32).toString('base64url');
  const drafts = new Map(wanted.map(({ draft_id: id, words }) => [id, draftTitle(words)]));
  const { account_id: accountId, workspace_id: workspaceId, email } = link;
  await tx.em.insert(ClientLinkToken, { tokenHash: tx.sealer.hash('client-link', token), linkId, accountId, workspaceId, createdAt: now });
  await recordAudit(tx, {
    accountId,
    action: 'client_link.mailed_again',
    subjectId: linkId,
    details: { email, draftIds: [...drafts.keys()] },
  });
  const areChanged = wanted.every(({ asked_for_changes: isChanged }) => isChanged);
  const areLookedAt = wanted.every(({ is_looked_at: isLookedAt }) => isLookedAt);
  const edits = new Set(wanted.flatMap(({ is_edit: isEdit, draft_id: id }) => (isEdit ? id : [])));
  const approvals = await tx.em.find(Approval, { id: { $in: wanted.map(({ newest_id: id }) => id) } }, { orderBy: { id: 'asc' } });
  const url = `${tx.config.publicUrl}/shared#token=${token}`;
  await mailAgain(tx, link, { titles: [...drafts.values()], approvals, areReminders, areChanged, areLookedAt, edits, url });
  return 1;
}

/** When the account has mailed the address fewer than `most` times within a day; null: now. */
async function whenFree(tx: Context, { account_id: accountId, email }: OpenLink, most: number): Promise<Date | null> {
  const [row] = await query(
    tx.em,
    tables
      .selectFrom('client_link_tokens as t')
      .innerJoin('client_links as l', 'l.id', 't.link_id')
      .select('t.created_at')
      .where('l.account_id', '=', accountId)
      .where('l.email', '=', email)
      .where('t.created_at', '>', new Date(tx.clock.now().getTime() - DAY_MS))
      .orderBy('t.created_at', 'desc')
      .offset(most - 1)
      .limit(1),
  );
  return row ? new Date(new Date(row.created_at).getTime() + DAY_MS) : null;
}

/** Requests in another's stage: the client is notified when theirs begins. */
async function waitForOthers(tx: Context, rows: readonly Row[]): Promise<Set<string>> {
  const approvals = await tx.em.find(Approval, { id: { $in: rows.map(({ newest_id: id }) => id) }, state: 'pending' });
  return new Set([...(await stagesNow(tx, approvals))].filter(([, { who }]) => who !== 'clients').map(([id]) => id));
}

async function write(
  tx: Context,
  linkId: string,
  rows: readonly Row[],
  to: Partial<Pick<ClientRecall, 'state' | 'endedAt' | 'dueAt'>>,
): Promise<void> {
  const approvalId = { $in: rows.map(({ approval_id: id }) => id) };
  const state = { $in: to.state ? statesBefore(RECALL_TRANSITIONS, to.state) : ['waiting' as const] };
  if (rows.length > 0) await tx.em.nativeUpdate(ClientRecall, { linkId, approvalId, state }, to);
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** The link, if it is valid; locked against a revocation. */
async function openLink(tx: Context, linkId: string): Promise<OpenLink | null> {
  const [link] = await query(
    tx.em,
    tables
      .selectFrom('client_links as l')
      .innerJoin('accounts as c', (join) => join.onRef('c.id', '=', 'l.account_id').on('c.state', '=', literal('approved')))
      .innerJoin('users as u', 'u.id', 'l.created_by_user_id')
      .innerJoin('workspaces as w', 'w.id', 'l.workspace_id')
      .select(['l.account_id', 'l.workspace_id', 'l.email', 'l.expires_at', 'c.name as account', 'u.name as sharer'])
      .select(['w.name as workspace', 'w.time_zone'])
      .select(({ fn }) => fn.coalesce('l.language', 'u.language').as('language'))
      .where('l.id', '=', linkId)
      .where('l.expires_at', '>', tx.clock.now())
      .where(sql.raw<boolean>(LINK_IS_VALID))
      .forShare('l'),
  );
  return link ?? null;
}

import { type RawBuilder, sql } from 'kysely';
import { decidersOf } from '../../access/members/member-queries.ts';
import { ENDED_SILENTLY, Notice } from '../../access/notice.entity.ts';
import type { Context, Services } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { systemContext } from '../../db/system-context.ts';
import { anyOf, literal, tables } from '../../db/tables.ts';
import { draftTitle } from '../../drafts/draft-text.ts';
import type { Event } from '../../events/event.entity.ts';
import type { EventReader } from '../../events/event-queries.ts';
import type { EventType } from '../../events/event-types.ts';
import { type LocalizedMessage, type Sentence, say } from '../../languages/sentence.ts';
import { fromStoredMessage } from '../../languages/stored-message.ts';
import { retractionsOf } from '../../publishing/jobs/post-queries.ts';
import type { Retraction, RetractionState } from '../../publishing/retraction.entity.ts';
import { askClientsAgain } from '../ask-clients-again.ts';
import { ACCOUNT, accountNames, IS_OVER, type NamedAccount, postNamed, TARGETS } from '../notice-page.ts';
import { composeApprovalNotices, composeMovedOnNotices } from './approval-notices.ts';
import { composeDecidedNotices, composeEndedStandingNotices, composeReopenedNotices } from './decision-notices.ts';
import { composeHeldJobNotices, composeOutcomeNotices, INVOLVED, OWNERS } from './job-notices.ts';
import { keepNotices, type NewNotice } from './new-notice.ts';
import { composeUnsharedNotices } from './reminders.ts';

/** Creates each person's notices of events. Recipients are determined now, so new members are included. */
export const notifyPeople: EventReader = {
  name: 'notices',
  async read(tx, events) {
    const of = (...types: EventType[]) => events.filter(({ type }) => types.includes(type));
    const decidedOn = [
      ...subjectsOf(of('approval.decided', 'approval.moved_on', 'approval.superseded', 'approval.expired', 'standing_approval.signed')),
      ...of('retraction.declined', 'retraction.waiting', 'retraction.removed', 'retraction.refused').map(({ data }) => String(data.job_id)),
    ];
    if (decidedOn.length > 0) await settleOver(tx, sql`n.subject_id = ${anyOf(decidedOn)}`);
    // Votes that leave the approval pending are no news; the deciding event is.
    const decided = of('approval.decided', 'approval.expired').filter(({ data }) => data.state !== 'pending');
    const requested = subjectsOf(of('approval.requested'));
    const movedOn = subjectsOf(of('approval.moved_on')).filter((id) => !requested.includes(id));
    await askClientsAgain(tx, { requested, movedOn });
    await keepNotices(tx, [
      ...(await composeApprovalNotices(tx, requested)),
      ...(await composeMovedOnNotices(tx, movedOn)),
      ...(await composeUnsharedNotices(tx, [...requested, ...movedOn])),
      ...(await composeDecidedNotices(tx, subjectsOf(decided))),
      ...(await composeReopenedNotices(tx, of('approval.vote_withdrawn'))),
      ...(await composeHeldNotices(tx, subjectsOf(of('approval.held')))),
      ...(await composeHeldJobNotices(tx, {
        approvalIds: subjectsOf(of('approval.decided').filter(({ data }) => data.state === 'approved')),
        jobIds: subjectsOf(of('job.blocked')),
      })),
      ...(await composeOutcomeNotices(tx, {
        jobs: of('job.published', 'job.partially_published', 'job.failed', 'job.unknown'),
        degraded: subjectsOf(of('connection.degraded')),
        ending: subjectsOf(of('connection.ending')),
      })),
      ...(await composePostNotices(tx, {
        post_different: subjectsOf(of('publication.different')),
        post_gone: subjectsOf(of('publication.gone')),
        first_comment_failed: subjectsOf(of('first_comment.failed')),
        outcome_unknown: subjectsOf(of('first_comment.unknown')),
      })),
      ...(await withoutAsked(tx, await composeRemovalNotices(tx, of(...Object.values(ANNOUNCED))))),
      ...(await composeWorkspaceNotices(tx, of('workspace.archived', 'workspace.restored'))),
      ...(await composeEndedStandingNotices(tx, of('standing_approval.ended'))),
    ]);
  },
};

const subjectsOf = (events: readonly Event[]): string[] => [...new Set(events.map(({ subjectId }) => subjectId))];

/** Scheduled task: settles the notices whose matter ended without an event, such as a proposal that was declined or an account that was connected again. */
export const settleNotices = (services: Services): Promise<void> =>
  settleOver(systemContext(services), sql`n.kind in (${sql.join(ENDED_SILENTLY.map(literal))})`);

/** Marks as seen, for everyone, which of these notices `n` are about what is decided, settled or put right. */
async function settleOver(ctx: Context, which: RawBuilder<boolean>): Promise<void> {
  const over = tables
    .selectFrom('notices as n')
    .select('n.id')
    .where('n.seen_at', 'is', null)
    .where(which)
    .where(IS_OVER)
    .forUpdate()
    .skipLocked();
  await query(ctx.em, tables.updateTable('notices').set({ seen_at: ctx.clock.now() }).where('id', 'in', over));
}

/** Notifies the authors of a hold; agents get the event. */
async function composeHeldNotices(tx: Context, approvalIds: readonly string[]): Promise<NewNotice[]> {
  if (approvalIds.length === 0) return [];
  const rows = await query(
    tx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('drafts as d', 'd.id', 'a.draft_id')
      .leftJoin('users as u', 'u.id', 'a.held_by')
      .select(sql<boolean>`d.edits_publication_id is not null`.as('is_edit'))
      .select(['a.id', 'a.account_id', 'a.workspace_id', 'a.words', 'a.hold_reason', 'u.name as holder'])
      .select(sql<NamedAccount[]>`${sql.raw(TARGETS)}`.as('accounts'))
      .select(
        sql<
          string[]
        >`array(select distinct w.user_id from draft_authors w join memberships m on m.user_id = w.user_id and m.account_id = a.account_id
               where w.draft_id = a.draft_id and w.user_id <> a.held_by)`.as('writers'),
      )
      .where('a.id', '=', anyOf(approvalIds))
      .where('a.held_at', 'is not', null)
      .orderBy('a.id'),
  );
  return rows.flatMap(
    ({ id, account_id: accountId, workspace_id: workspaceId, words, is_edit: isEdit, accounts, holder, hold_reason: reason, writers }) => {
      const what = postNamed(tx, { words, accounts, isEdit });
      const who = holder ?? say`Someone`;
      const message = say`${who} put ${what} on hold: “${reason ?? ''}”. Nothing of it is published until a person releases it.`;
      return writers.map((userId): NewNotice => ({ accountId, workspaceId, userId, kind: 'approval_held', subjectId: id, message }));
    },
  );
}

interface Row {
  publication_id: string;
  job_id: string;
  account_id: string;
  workspace_id: string;
  account: NamedAccount;
  source_text: string;
  involved: string[];
  owners: string[];
}

type PostNotice = 'post_different' | 'post_gone' | 'first_comment_failed' | 'outcome_unknown';

const POST_NOTICES: Record<PostNotice, (title: Sentence, name: LocalizedMessage) => Sentence> = {
  post_different: (title, name) =>
    say`${title} on ${name} differs from what was signed. Compare the two, and check who else has access to the account.`,
  post_gone: (title, name) => say`${title} is no longer on ${name}. It was removed there, not by this service.`,
  first_comment_failed: (title, name) => say`The first comment under ${title} on ${name} was not published. The post itself was.`,
  outcome_unknown: (title, name) =>
    say`It is unknown whether the first comment under ${title} on ${name} was published. It is never sent twice; check there, and record what you find.`,
};

/** Notifies authors, approvers and owners of what happened to published posts, by publication. */
async function composePostNotices(tx: Context, subjects: Record<PostNotice, readonly string[]>): Promise<NewNotice[]> {
  const publicationIds = Object.values(subjects).flat();
  if (publicationIds.length === 0) return [];
  const rows = await tx.em.execute<Row[]>(
    `select p.id as publication_id, j.id as job_id, j.account_id, j.workspace_id, ${ACCOUNT} as account, left(d.source_text, 2000) as source_text,
        ${INVOLVED}, ${OWNERS}
       from publications p join publish_jobs j on j.id = p.job_id join drafts d on d.id = j.draft_id where p.id in (?) order by p.id`,
    [publicationIds],
  );
  return rows.flatMap((row) => {
    const title = say`“${draftTitle(row.source_text)}”`;
    const name = accountNames(tx, [row.account]);
    const about = { accountId: row.account_id, workspaceId: row.workspace_id, subjectId: row.job_id };
    const kinds = (Object.keys(POST_NOTICES) as PostNotice[]).filter((kind) => subjects[kind].includes(row.publication_id));
    return kinds.flatMap((kind) => {
      const message = POST_NOTICES[kind](title, name);
      return [...new Set([...row.involved, ...row.owners])].map((userId): NewNotice => ({ ...about, userId, kind, message }));
    });
  });
}

/** The event of each state of a removal that people are notified of. A signed one says so only where it waits for its account. */
const ANNOUNCED: Partial<Record<RetractionState, EventType>> = {
  requested: 'retraction.requested',
  declined: 'retraction.declined',
  signed: 'retraction.waiting',
  refused: 'retraction.refused',
};

/**
 * Those who may decide learn that a removal waits for a signature; the person who requested it learns that it was
 * declined, and with the one who signed it, that it was not completed. An event that is read once its removal is in another
 * state is no news: the later one has its own.
 */
async function composeRemovalNotices(tx: Context, events: readonly Event[]): Promise<NewNotice[]> {
  if (events.length === 0) return [];
  const publicationIds = subjectsOf(events);
  const found = await retractionsOf(tx, publicationIds);
  const isNews = (id: string, { state }: Retraction) => events.some(({ subjectId, type }) => subjectId === id && type === ANNOUNCED[state]);
  const removals = new Map([...found].filter(([id, { retraction }]) => isNews(id, retraction)));
  const rows = await query(
    tx.em,
    tables
      .selectFrom('publications as p')
      .innerJoin('publish_jobs as j', 'j.id', 'p.job_id')
      .innerJoin('drafts as d', 'd.id', 'j.draft_id')
      .select([
        'p.id',
        'j.id as job_id',
        'j.account_id',
        'j.workspace_id',
        'd.source_text',
        sql<NamedAccount>`${sql.raw(ACCOUNT)}`.as('account'),
      ])
      .where('p.id', '=', anyOf(publicationIds))
      .orderBy('p.id'),
  );
  const deciders = await decidersOf(tx, [...new Set(rows.map(({ account_id: accountId }) => accountId))]);
  return rows.flatMap(({ id, account, job_id: subjectId, account_id: accountId, workspace_id: workspaceId, source_text: text }) => {
    const { retraction, requestedBy, decidedBy } = removals.get(id) ?? {};
    const about = { accountId, workspaceId, subjectId };
    const title = say`“${draftTitle(text)}”`;
    const name = accountNames(tx, [account]);
    if (retraction?.state === 'requested') {
      const message = say`${requestedBy ?? say`An agent`} asks for your signature to remove ${title} from ${name}.`;
      const asked = (deciders.get(accountId) ?? []).filter(({ userId }) => userId !== retraction.userId);
      return asked.map(({ userId }): NewNotice => ({ ...about, userId, kind: 'removal_requested', message }));
    }
    if (retraction?.state === 'declined' && retraction.userId) {
      const message = say`${decidedBy ?? say`Someone`} declined the removal of ${title} from ${name}.`;
      return [{ ...about, userId: retraction.userId, kind: 'removal_refused', message }];
    }
    if (!retraction || retraction.state === 'declined') return [];
    const reason = fromStoredMessage({ message: retraction.message ?? '', sentence: retraction.sentence ?? null });
    const message =
      retraction.state === 'signed'
        ? say`The removal of ${title} from ${name} waits until the account is connected again: ${reason}`
        : say`The removal of ${title} from ${name} was not completed: ${reason}`;
    const concerned = new Set([retraction.decidedBy, retraction.userId].filter((userId) => typeof userId === 'string'));
    return [...concerned].map((userId): NewNotice => ({ ...about, userId, kind: 'removal_refused', message }));
  });
}

/** Without requests that the person has not seen yet: an edit of the post asks for the signature of its removal again. */
async function withoutAsked(tx: Context, notices: NewNotice[]): Promise<NewNotice[]> {
  const asked = await tx.em.find(Notice, {
    subjectId: { $in: notices.flatMap(({ kind, subjectId }) => (kind === 'removal_requested' && subjectId ? subjectId : [])) },
    ...{ kind: 'removal_requested', seenAt: null },
  });
  const keyOf = ({ kind, userId, subjectId, message }: NewNotice | Notice) => [kind, userId, subjectId, message].join(' ');
  const keys = new Set(asked.map(keyOf));
  return notices.filter((notice) => !keys.has(keyOf(notice)));
}

interface WorkspaceRow {
  id: string;
  account_id: string;
  name: string;
  members: { user_id: string; name: string }[];
}

/** Notifies the other members that a workspace was archived or restored. */
async function composeWorkspaceNotices(tx: Context, events: readonly Event[]): Promise<NewNotice[]> {
  if (events.length === 0) return [];
  const rows = await tx.em.execute<WorkspaceRow[]>(
    `select w.id, w.account_id, w.name, (select coalesce(json_agg(json_build_object('user_id', m.user_id, 'name', u.name) order by m.user_id), '[]')
        from memberships m join users u on u.id = m.user_id where m.account_id = w.account_id) as members
       from workspaces w where w.id in (?)`,
    [[...new Set(events.map(({ subjectId }) => subjectId))]],
  );
  return events.flatMap(({ type, subjectId, actorId }) => {
    const row = rows.find(({ id }) => id === subjectId);
    if (!row) return [];
    const { account_id: accountId, id: workspaceId, name, members } = row;
    const by = members.find(({ user_id: id }) => id === actorId)?.name ?? say`An owner`;
    const composed =
      type === 'workspace.archived'
        ? ({
            kind: 'workspace_archived',
            message: say`${by} archived ${name}: it is read-only and publishes nothing.`,
          } as const)
        : ({
            kind: 'workspace_restored',
            message: say`${by} restored ${name}. Nothing is published there until an owner resumes publishing.`,
          } as const);
    const others = members.filter(({ user_id: id }) => id !== actorId);
    return others.map(({ user_id: userId }): NewNotice => ({ accountId, workspaceId, userId, subjectId: null, ...composed }));
  });
}

import { sql } from 'kysely';
import type { Notice, NoticeKind } from '../access/notice.entity.ts';
import type { Context, Services } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { anyOf, tables } from '../db/tables.ts';
import { draftTitle } from '../drafts/draft-text.ts';
import { type LocalizedMessage, namesOf, type Sentence, say } from '../languages/sentence.ts';
import { ASKING } from './notice-topics.ts';

/** The console page of a notice. Links only display; they never change anything. */
export function noticePage(notice: Pick<Notice, 'kind' | 'subjectId' | 'workspaceId'>): string {
  const { folder } = PLACES[notice.kind];
  // The page of a post, a draft or a decision opens the workspace of what it shows.
  if (notice.subjectId && /.\/$/.test(folder)) return `${folder}${notice.subjectId}`;
  return inWorkspaceOf(
    [notice],
    folder.endsWith('#') && notice.subjectId ? `${folder}${notice.subjectId}` : folder.replace(/(.)[/#]$/, '$1'),
  );
}

/** The page in the workspace of these notices, if that is one; otherwise in the one that its reader has open. */
export function inWorkspaceOf(notices: readonly Pick<Notice, 'workspaceId'>[], page: string): string {
  const [workspaceId, ...others] = new Set(notices.map((notice) => notice.workspaceId));
  const [path, ...anchor] = page.split('#');
  return workspaceId && others.length === 0 ? [`${path}?workspace=${workspaceId}`, ...anchor].join('#') : page;
}

/** The label of the button to that page. */
export const noticeLabel = (kind: NoticeKind): Sentence => PLACES[kind].label;

const DESK = { folder: '/approvals/', label: say`Review` };
/** The approvals page, with the proposal open. */
const PROPOSAL = { folder: '/approvals#', label: say`Review` };
const DECIDED = { folder: '/approvals/', label: say`Open` };
const JOB = { folder: '/jobs/', label: say`Open` };
const COMMENT = { folder: '/drafts/', label: say`Open and reply` };
const AGENTS = { folder: '/agents', label: say`Open agents` };
const MEMBERS = { folder: '/settings/members', label: say`Open members` };
const WORKSPACES = { folder: '/settings', label: say`Open workspaces` };
const CONNECTIONS = { folder: '/connections', label: say`Open connections` };
const CREDITS = { folder: '/credits', label: say`Open credits` };

const PLACES: Record<NoticeKind, { folder: string; label: Sentence }> = {
  approval_waits: DESK,
  approval_changed: DESK,
  changes_made: DESK,
  approval_reminder: DESK,
  approval_expired: DECIDED,
  approval_approved: DECIDED,
  approval_rejected: DECIDED,
  changes_requested: DECIDED,
  approval_held: DECIDED,
  approval_reopened: DECIDED,
  job_held: { folder: '/jobs/', label: say`See what is missing` },
  job_published: JOB,
  job_partially_published: JOB,
  job_failed: JOB,
  post_different: JOB,
  post_gone: JOB,
  removal_requested: { folder: '/jobs/', label: say`Review` },
  removal_refused: JOB,
  outcome_unknown: JOB,
  first_comment_failed: JOB,
  comment_added: COMMENT,
  comment_mention: COMMENT,
  connection_degraded: CONNECTIONS,
  connection_ending: CONNECTIONS,
  credits_low: CREDITS,
  credits_bought: CREDITS,
  payment_reversed: CREDITS,
  access_granted: AGENTS,
  access_reused: AGENTS,
  access_ended: AGENTS,
  key_rotated: AGENTS,
  member_joined: MEMBERS,
  member_left: MEMBERS,
  workspace_archived: WORKSPACES,
  workspace_restored: WORKSPACES,
  standing_proposed: PROPOSAL,
  standing_ended: AGENTS,
  weekly_summary: { folder: '/', label: say`Open the console` },
  second_factor_reset: { folder: '/settings/security', label: say`Set up a new one` },
  signups_waiting: { folder: '/operator#signups', label: say`Open sign-ups` },
  service_stopped: { folder: '/operator#publishing', label: say`Open publishing` },
  service_restored: { folder: '/operator#figures', label: say`See how it is released` },
  service_late: { folder: '/operator#figures', label: say`See how it runs` },
  launch_unsigned: { folder: '/operator#launch', label: say`Open launch steps` },
  network_refused: { folder: '/operator#networks', label: say`Open networks` },
  payment_problem: { folder: '/operator', label: say`Open the console` },
};

/** Where a publication goes. `handle`: null where the workspace has no other account of that network. */
export interface NamedAccount {
  platform: string;
  handle: string | null;
}

/** The `NamedAccount` of the publication or payload `p`. */
export const ACCOUNT = `json_build_object('platform', p.platform, 'handle', (select c.handle from connections c where c.id = p.connection_id
  and exists (select from connections o where o.workspace_id = p.workspace_id and o.platform = p.platform and o.id <> c.id and o.disconnected_at is null)))`;

/** "Bluesky (@harbour.example) and Mastodon". */
export function accountNames({ platforms }: Pick<Services, 'platforms'>, accounts: readonly NamedAccount[]): LocalizedMessage {
  const labelled = accounts.map(({ platform, handle }) => ({ label: platforms.get(platform)?.label ?? platform, handle }));
  return namesOf(labelled.map(({ label, handle }) => (handle ? `${label} (${handle})` : label)));
}

/** The `NamedAccount`s of the approval `a`, in the order of its payloads. */
export const TARGETS = `(select coalesce(json_agg(${ACCOUNT} order by p.position), '[]') from payloads p
  where p.draft_id = a.draft_id and p.content_hash = a.content_hash)`;

interface NamedPost {
  words: string;
  accounts: readonly NamedAccount[];
  /** Whether it changes a published post. */
  isEdit: boolean;
}

/** "“The pier opens on Friday.” for Bluesky (@harbour.example) and X", with a note if it is an edit. */
export function postNamed(services: Pick<Services, 'platforms'>, { words, accounts, isEdit }: NamedPost): Sentence {
  const [title, names] = [draftTitle(words), accountNames(services, accounts)];
  return isEdit ? say`“${title}” for ${names} (edit of a published post)` : say`“${title}” for ${names}`;
}

/** Whether the notice `n` is about an edit: its approval or job belongs to one. */
export const IS_EDIT = sql<boolean>`exists (select from drafts e where e.edits_publication_id is not null and e.id in (
  select a.draft_id from approvals a where a.id = n.subject_id union all select j.draft_id from publish_jobs j where j.id = n.subject_id))`;

/**
 * Whether the matter of the notice `n` was decided, settled or put right, by any person or by itself; that of a request also
 * once its person has voted since or its stage has ended, with ten seconds for processes whose clocks differ. Kinds that ask for
 * nothing are never over. `offset 0` has PostgreSQL look up rows by id, and not read a whole table into a hash.
 */
export const IS_OVER = sql<boolean>`case
  when n.kind = ${anyOf(ASKING)} then not exists (
    select from approvals a where a.id = n.subject_id and a.state = 'pending'
      and (a.asked_since is null or n.created_at > a.asked_since - interval '10 seconds')
      and not exists (select from approval_decisions v where v.approval_id = a.id and v.user_id = n.user_id
        and v.created_at > n.created_at - interval '10 seconds'))
  when n.kind = 'removal_requested' then not exists (
    select from retractions r join publications p on p.id = r.publication_id where p.job_id = n.subject_id and r.state = 'requested')
  when n.kind = 'standing_proposed' then not exists (select from standing_approvals s where s.id = n.subject_id and s.state = 'proposed')
  when n.kind = 'outcome_unknown' then not exists (select from publications p left join first_comments f on f.publication_id = p.id
    where p.job_id = n.subject_id and (p.state = 'unknown' or f.state = 'unknown'))
  when n.kind = 'connection_degraded' then not exists (
    select from connections c where c.id = n.subject_id and c.health <> 'healthy' and c.disconnected_at is null offset 0)
  when n.kind = 'connection_ending' then not exists (
    select from connections c where c.id = n.subject_id and c.end_announced is not null and c.disconnected_at is null offset 0)
  when n.account_id is null then n.seen_at is not null
    and not exists (select from service_matters s where s.id = n.subject_id and s.ended_at is null offset 0)
  else false end`;

/** The batches among these that are only about edits of published posts. */
export async function findEditBatches(ctx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('notices as b')
      .select('b.id')
      .where('b.id', '=', anyOf(ids))
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('notices as n')
              .select('n.id')
              .whereRef('n.user_id', '=', 'b.user_id')
              .whereRef('n.account_id', '=', 'b.account_id')
              .where(sql<boolean>`coalesce(n.batch_id, n.id) = b.id`)
              .where(not(IS_EDIT)),
          ),
        ),
      ),
  );
  return new Set(rows.map(({ id }) => id));
}

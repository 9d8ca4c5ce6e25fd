import type { Workspace } from '../../access/workspace.entity.ts';
import { matches } from '../../approvals/standing/matches.ts';
import { nameOf, type StandingRow, termsFrom } from '../../approvals/standing/standing-queries.ts';
import type { Context } from '../../context.ts';
import { budgetsFrom, budgetsPart } from '../../credits/budget-queries.ts';
import { balancesFrom, balancesPart } from '../../credits/credit-queries.ts';
import { SURCHARGES, surchargesFrom } from '../../credits/surcharges.ts';
import { type Answers, type Parts, partOf, readTogether } from '../../db/read-together.ts';
import { anyOf, type Places, prepared as preparedOnce, tables } from '../../db/tables.ts';
import { SERVICE_STATE, serviceStateFrom } from '../../launch/launch-queries.ts';
import type { Payload } from '../../payloads/payload.entity.ts';
import type { SafetyFinding } from '../../safety/safety-finding.ts';
import type { ApprovalSnapshot, GateSnapshot } from '../gates/gate-snapshot.ts';
import { type Gate, gatesOfFollowing } from '../gates.ts';
import type { Publication } from '../publication.entity.ts';
import { PublishJob } from '../publish-job.entity.ts';
import { type ApprovalRow, approvalsFrom, approvalsPart } from './load-approvals.ts';
import { grantsPart, loadAuthors, rolesPart } from './load-authors.ts';
import { type GrantOfSubject, grantsOfFrom, grantsOfJobsPart, grantsOfPart, grantsOfSubjects } from './load-co-authors.ts';
import { creditsFrom, postsPart, progressFrom } from './load-credits.ts';
import { loadSeldom, refusedPart, type Seldom } from './load-refused.ts';
import { loadTargets, type Prepared, type SubjectTargets, targetParts } from './load-targets.ts';
import { lockSubjects } from './lock-subjects.ts';
import { allowsAuto, idsOfSubjects, type Subject, type SubjectIds, subjectOfJob, WORKSPACES } from './subject.ts';

/** The current state of each draft and its account; `content_hash` is null before there is content. */
const STANDINGS = preparedOnce(({ drafts }: Places<Pick<SubjectIds, 'drafts'>>) =>
  tables
    .selectFrom('drafts as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .select(['d.id', 'd.content_hash', 'a.state'])
    .where('d.id', '=', anyOf(drafts)),
);

/** The snapshot of every job, by job id. One statement, one more for rare data, and no platform calls. */
export async function loadGateSnapshots(ctx: Context, jobs: readonly PublishJob[]): Promise<Map<string, GateSnapshot>> {
  return (await readWithGates(ctx, {}, jobs.map(subjectOfJob))).snapshots;
}

/**
 * The snapshots of subjects that are about to be sent, by their ids, and the rows that they are built from: all are locked,
 * so nothing changes before the transaction ends. `grantsOf` is protected by the drafts' locks, which the caller
 * holds.
 */
export async function lockGateSnapshots(ctx: Context, subjects: readonly Subject[], grantsOf: ReadonlyMap<string, GrantOfSubject[]>) {
  const grantIds = [...grantsOf.values()].flat().map(({ grantId }) => grantId);
  await lockSubjects(ctx, subjects, grantIds);
  const read = await readTogether(ctx.em, partsOfSubjects(ctx, subjects, { grantsOf }));
  const rows = { ...read, ...(await loadSeldom(ctx, subjects, read)) };
  return { snapshots: await snapshotsFrom(ctx, subjects, rows, { grantsOf }), rows };
}

/**
 * The gate that holds up what follows a published post, such as its first comment; null if it may be sent. Everything that the
 * gates depend on is locked, as for the post. The caller has locked the draft. `senderId` is the person who has sent it again: their
 * permission counts then, and no agent's.
 */
export async function lockFollowingGate(
  ctx: Context,
  { id, jobId, platform, connectionId }: Pick<Publication, 'id' | 'jobId' | 'platform' | 'connectionId'>,
  senderId: string | null = null,
): Promise<Gate | null> {
  const subject = subjectOfJob(await ctx.em.findOneOrFail(PublishJob, jobId, { refresh: true }));
  const { grantsOf } = await readTogether(ctx.em, { grantsOf: senderId ? null : grantsOfJobsPart([id]) });
  const asked = senderId ? { ...subject, mode: 'approval' as const, grantId: null, userId: senderId } : subject;
  const { snapshots } = await lockGateSnapshots(ctx, [asked], grantsOfFrom(grantsOf));
  const gates = gatesOfFollowing(found(snapshots, jobId), { platform, connectionId: connectionId ?? null });
  return gates.find(({ status }) => status !== 'pass') ?? null;
}

/** Data that the caller has loaded already. */
export interface LoadedBefore {
  prepared?: Prepared | undefined;
  /** The findings in those payloads, by subject id. */
  findings?: ReadonlyMap<string, SafetyFinding[]>;
  grantsOf?: ReadonlyMap<string, GrantOfSubject[]>;
  /** The approvals of all subjects. */
  approvals?: readonly ApprovalRow[];
  /** Nothing has changed since all of it was written. */
  isWritten?: boolean;
}

/** Loads `parts` together with the snapshots of these subjects, in the same statements. */
export async function readWithGates<P extends Parts>(
  ctx: Context,
  parts: P,
  subjects: readonly Subject[],
  before: LoadedBefore = {},
): Promise<{ read: Answers<P>; snapshots: Map<string, GateSnapshot> }> {
  const asksNothing = subjects.length === 0 && Object.values(parts).every((part) => part === null);
  // Flushes this transaction's changes, which the query below must see.
  if (!asksNothing && !before.isWritten) await ctx.em.flush();
  if (subjects.length === 0) return { read: await readTogether(ctx.em, parts), snapshots: new Map() };
  const gates = partsOfSubjects(ctx, subjects, before);
  const read = await readTogether(ctx.em, { ...parts, ...gates });
  const asked = read as Answers<typeof gates>;
  const rows = { ...asked, approvals: [...asked.approvals, ...(before.approvals ?? [])] };
  const seldom = await loadSeldom(ctx, subjects, rows);
  return { read, snapshots: await snapshotsFrom(ctx, subjects, { ...rows, ...seldom }, before) };
}

/** The parts of the subjects' snapshots, except rare data: loadSeldom(). */
function partsOfSubjects(ctx: Context, subjects: readonly Subject[], { prepared, grantsOf, approvals }: LoadedBefore = {}) {
  const frozen = prepared ? subjects.filter(({ id }) => !prepared.has(id)) : subjects;
  return {
    ...gateParts(ctx, idsOfSubjects(subjects)),
    ...(grantsOf ? { grantsOf: null } : {}),
    ...(approvals ? { approvals: null } : {}),
    refused: refusedPart(subjects.filter(({ mode }) => mode === 'auto')),
    surcharges: subjects.some(({ jobId }) => jobId === null) ? SURCHARGES : null,
    ...targetParts(ctx, idsOfSubjects(frozen), prepared),
  };
}

/** The same by ids alone, of jobs. */
function gateParts(ctx: Context, ids: SubjectIds) {
  return {
    standings: partOf(STANDINGS(ids)),
    service: SERVICE_STATE,
    grantsOf: grantsOfPart(ids),
    grants: grantsPart(ids),
    roles: rolesPart(ids),
    approvals: approvalsPart(ids),
    posts: postsPart(ids),
    balances: balancesPart(ids.accounts),
    budgets: budgetsPart(ids.workspaces, ctx.clock.now()),
    workspaces: WORKSPACES(ctx.em, ids),
    ...targetParts(ctx, ids),
  };
}

/** Builds snapshots from the rows of gateParts(). Queries only rare data. */
async function snapshotsFrom(
  ctx: Context,
  subjects: readonly Subject[],
  read: Answers<ReturnType<typeof partsOfSubjects>> & Seldom,
  { prepared, findings, grantsOf }: LoadedBefore = {},
): Promise<Map<string, GateSnapshot>> {
  const now = ctx.clock.now();
  const standings = byId(read.standings);
  const service = serviceStateFrom(read.service);
  const refused = new Set(read.refused.map(({ id }) => id));
  const workspaces = byId(read.workspaces);
  const authors = await loadAuthors(ctx, subjects, { ...read, grantsOf: grantsOf ?? grantsOfSubjects(read.grantsOf, subjects) });
  const approvals = await approvalsFrom(read.approvals, subjects, { votes: read.votes, workspaces, now });
  const targets = await loadTargets(ctx, subjects, { ...read, workspaces, prepared, findings, progress: progressFrom(read.posts) });
  const byStanding = await byStandingFrom(read.byStanding, subjects, { payloads: read.payloads, workspaces, targets, refused, now });
  const credits = creditsFrom(subjects, {
    posts: read.posts,
    balances: balancesFrom(read.balances, now),
    budgets: budgetsFrom(read.budgets),
    surcharges: surchargesFrom(read.surcharges, ctx.platforms),
    targets: new Map([...targets].map(([id, { targets: list }]) => [id, list])),
  });

  return new Map(
    subjects.map((subject): [string, GateSnapshot] => [
      subject.id,
      {
        now,
        unsignedSteps: service.unsignedSteps,
        serviceStop: service.stop,
        accountState: found(standings, subject.draftId).state,
        mode: subject.mode,
        workspaceAllowsAuto: allowsAuto(found(workspaces, subject.workspaceId), found(targets, subject.id).targets),
        isWorkspacePaused: found(workspaces, subject.workspaceId).pausedAt != null,
        isWorkspaceArchived: found(workspaces, subject.workspaceId).archivedAt != null,
        ...found(authors, subject.id),
        isRefusedElsewhere: refused.has(subject.id),
        end: subject.end,
        approval: withStanding(approvals.get(subject.id), byStanding.get(subject.id)),
        contentHash: found(standings, subject.draftId).content_hash,
        sendingHash: subject.sendingHash,
        ...found(targets, subject.id),
        credits: found(credits, subject.id),
        scheduledAt: subject.scheduledAt,
        timeZone: found(workspaces, subject.workspaceId).timeZone,
        quietHours: found(workspaces, subject.workspaceId).quietHours,
      },
    ]),
  );
}

function withStanding(approval: ApprovalSnapshot | undefined, standing: ApprovalSnapshot['standing']): ApprovalSnapshot | null {
  return approval ? { ...approval, standing: standing ?? null } : null;
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

function found<T>(map: ReadonlyMap<string, T>, id: string): T {
  const value = map.get(id);
  if (value === undefined) throw new Error(`${id} is missing from a gate snapshot.`);
  return value;
}

interface Sources {
  payloads: readonly Payload[];
  workspaces: ReadonlyMap<string, Workspace>;
  targets: ReadonlyMap<string, SubjectTargets>;
  /** Subjects whose content a person has rejected. */
  refused: ReadonlySet<string>;
  now: Date;
}

/**
 * The standing approval behind each subject that was approved by one, in its current state, by subject id. Its author
 * and earlier refusals are not evaluated again: changed content is another request. A pause is a gate of its own, for which an
 * approved post waits.
 */
async function byStandingFrom(
  rows: readonly (StandingRow & { approval_id: string })[],
  subjects: readonly Subject[],
  { payloads, workspaces, targets, refused, now }: Sources,
): Promise<Map<string, NonNullable<ApprovalSnapshot['standing']>>> {
  const byApproval = new Map(rows.map((row) => [row.approval_id, row]));
  const entries = subjects.map(
    async ({ id, approvalId, draftId, workspaceId, sendingHash }): Promise<[string, NonNullable<ApprovalSnapshot['standing']>][]> => {
      const row = byApproval.get(approvalId ?? '');
      const workspace = workspaces.get(workspaceId);
      if (!row || !workspace) return [];
      const terms = await termsFrom(row, workspace);
      const own = payloads.filter((payload) => payload.draftId === draftId && payload.contentHash === sendingHash);
      const match = matches(terms, {
        now,
        targets: own.map(({ platform, connectionId = null, post = null }) => ({ platform, connectionId, post })),
        authors: [terms.agentId],
        isAskedBefore: false,
        isRefusedBefore: refused.has(id),
        hasFindings: (targets.get(id)?.findings.length ?? 0) > 0,
        isStopped: false,
        usedThatDay: row.used_that_day,
        creditsUsed: row.credits_used,
        creditsNeeded: row.credits_needed,
      });
      return [[id, { name: nameOf(row), endsAt: terms.endsAt, reasons: match.allowed ? [] : match.reasons }]];
    },
  );
  return new Map((await Promise.all(entries)).flat());
}

import { sql } from 'kysely';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { ApprovalStage } from '../../access/workspace-policies.ts';
import type { Approval, ApprovalState } from '../../approvals/approval.entity.ts';
import { APPROVALS_GIVEN } from '../../approvals/decision-queries.ts';
import { type ApprovalTerms, termsOf } from '../../approvals/request-approval.ts';
import { countValid, SIGNED_APPROVALS, type SignedApproval } from '../../approvals/signatures/accept-signature.ts';
import { needsSignature } from '../../approvals/signatures/request-signature.ts';
import { countVotes, STAGE_VOTES } from '../../approvals/stage-votes.ts';
import { currentStage, nameOfStage } from '../../approvals/stages.ts';
import { type Part, partOf } from '../../db/read-together.ts';
import { idsOf, NO_IDS } from '../../db/reading/query.ts';
import { anyOf, literal, type Places, prepared, tables } from '../../db/tables.ts';
import { say } from '../../languages/sentence.ts';
import type { ApprovalSnapshot } from '../gates/gate-snapshot.ts';
import type { Subject, SubjectIds } from './subject.ts';

export interface ApprovalRow {
  id: string;
  state: ApprovalState;
  content_hash: string;
  expires_at: string;
  approvals_required: number;
  deciders: ApprovalTerms['deciders'];
  refuses_self_approval: boolean;
  requires_signature: boolean;
  platforms: string[];
  hold_reason: string | null;
  held_by: string | null;
  agent_ids: string[];
  stages: ApprovalStage[];
  standing_id: string | null;
  /** A valid decision exists: votesPart(). */
  has_votes: boolean;
}

/** The votes on an approval that has any. */
export interface VotesRow {
  id: string;
  given: number;
  /** Loaded while it is open and has stages. */
  stage_votes: string[] | null;
  /** Loaded if it is approved and had to be signed. */
  signed: SignedApproval[] | null;
}

const APPROVALS = prepared(({ approvals }: Places<Pick<SubjectIds, 'approvals'>>) =>
  tables
    .selectFrom('approvals as a')
    .select([
      'a.id',
      'a.state',
      'a.content_hash',
      'a.expires_at',
      'a.approvals_required',
      'a.deciders',
      'a.refuses_self_approval',
      'a.requires_signature',
      'a.platforms',
      'a.agent_ids',
      'a.stages',
      'a.standing_id',
      'a.hold_reason',
    ])
    .select(({ and, eb, exists, or, selectFrom }) => [
      selectFrom('users as u').select('u.name').whereRef('u.id', '=', 'a.held_by').as('held_by'),
      and([
        or([
          eb('a.state', '=', literal('pending')),
          and([eb('a.state', '=', literal('approved')), eb('a.requires_signature', '=', literal(true))]),
        ]),
        exists(selectFrom('approval_decisions as d').whereRef('d.approval_id', '=', 'a.id')),
      ]).as('has_votes'),
    ])
    .where('a.id', '=', anyOf(approvals)),
);

export const approvalsPart = (ids: SubjectIds): Part<ApprovalRow> | null => (ids.approvals === NO_IDS ? null : partOf(APPROVALS(ids)));

/** The row of a new approval: no votes, no hold. */
export function rowOfNew(approval: Approval): ApprovalRow {
  return {
    id: approval.id,
    state: approval.state,
    content_hash: approval.contentHash,
    expires_at: approval.expiresAt.toISOString(),
    approvals_required: approval.approvalsRequired,
    deciders: approval.deciders,
    refuses_self_approval: approval.refusesSelfApproval,
    requires_signature: approval.requiresSignature,
    platforms: approval.platforms,
    hold_reason: null,
    held_by: null,
    agent_ids: approval.agentIds,
    stages: approval.stages,
    standing_id: null,
    has_votes: false,
  };
}

const VOTES = prepared(({ approvals }: Places<Pick<SubjectIds, 'approvals'>>) =>
  tables
    .selectFrom('approvals as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .select([
      'a.id',
      sql<number>`case when a.state = 'pending' then ${sql.raw(APPROVALS_GIVEN)} else 0 end`.as('given'),
      sql<string[] | null>`case when a.state = 'pending' and (a.stages <> '[]' or w.stages <> '[]') then ${sql.raw(STAGE_VOTES)} end`.as(
        'stage_votes',
      ),
      sql<SignedApproval[] | null>`case when a.state = 'approved' and a.requires_signature then ${sql.raw(SIGNED_APPROVALS)} end`.as(
        'signed',
      ),
    ])
    .where('a.id', '=', anyOf(approvals)),
);

/** The votes on these approvals. Separate, since counting them costs more than all other parts, and most have none. */
export const votesPart = (approvalIds: readonly string[]): Part<VotesRow> | null =>
  approvalIds.length === 0 ? null : partOf(VOTES({ approvals: idsOf(approvalIds) }));

/** Each subject's approval in its current state, by subject id; only subjects that have one. */
export async function approvalsFrom(
  rows: readonly ApprovalRow[],
  subjects: readonly Subject[],
  { votes, workspaces, now }: { votes: readonly VotesRow[]; workspaces: ReadonlyMap<string, Workspace>; now: Date },
): Promise<Map<string, ApprovalSnapshot>> {
  const approvals = new Map(rows.map((row) => [row.id, row]));
  const voted = new Map(votes.map((row) => [row.id, row]));
  const entries = subjects.map(async (subject): Promise<[string, ApprovalSnapshot][]> => {
    const row = approvals.get(subject.approvalId ?? '');
    const workspace = workspaces.get(subject.workspaceId);
    return row && workspace ? [[subject.id, await standingOf(row, voted.get(row.id) ?? NO_VOTES, { subject, workspace, now })]] : [];
  });
  return new Map((await Promise.all(entries)).flat());
}

const NO_VOTES = { given: 0, stage_votes: null, signed: null } satisfies Omit<VotesRow, 'id'>;

async function standingOf(
  row: ApprovalRow,
  votes: Omit<VotesRow, 'id'>,
  { subject, workspace, now }: { subject: Subject; workspace: Workspace; now: Date },
): Promise<ApprovalSnapshot> {
  const { id, state, content_hash: contentHash, approvals_required: approvalsRequired, deciders, platforms } = row;
  const { refuses_self_approval: refusesSelfApproval, requires_signature: requiresSignature, agent_ids: agentIds, stages } = row;
  const asked = { state, stages, approvalsRequired, deciders, refusesSelfApproval, requiresSignature, platforms, agentIds };
  const terms = termsOf(asked, workspace);
  const stage = state === 'pending' ? currentStage(terms.stages, countVotes(votes.stage_votes)) : null;
  return {
    state,
    isExpired: !subject.isFinished && new Date(row.expires_at) <= now,
    contentHash,
    approvalsRequired: terms.approvalsRequired,
    approvalsGiven: votes.given,
    stage: stage && { name: nameOfStage(stage, terms.stages), isClients: stage.who === 'clients' },
    needsSignature: needsSignature(asked, workspace),
    hold: row.hold_reason === null ? null : { by: row.held_by ?? say`A person`, reason: row.hold_reason },
    signaturesGiven: await countValid(votes.signed ?? [], { id, workspaceId: subject.workspaceId, contentHash }),
  };
}

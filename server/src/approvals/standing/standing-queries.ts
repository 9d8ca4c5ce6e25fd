import type { Role } from '../../access/actor.ts';
import { hasDecidingRole } from '../../access/authorise.ts';
import type { Workspace } from '../../access/workspace.entity.ts';
import type { Context } from '../../context.ts';
import type { Part } from '../../db/read-together.ts';
import { idsOf } from '../../db/reading/query.ts';
import { DomainError } from '../../errors.ts';
import { joined, type LocalizedMessage, type Sentence, say, sentenceOf } from '../../languages/sentence.ts';
import { wantsSignature } from '../signatures/request-signature.ts';
import { type SignatureParts, standingSignatureFault } from '../signatures/verify-signature.ts';
import { stagesFor } from '../stages.ts';
import type { Deviation, StandingTerms } from './matches.ts';
import { StandingApproval, type StandingState } from './standing-approval.entity.ts';
import { hashOfTemplate, recombines, type TargetTemplate } from './template.ts';

type Policy = Pick<
  Workspace,
  'approvalsRequired' | 'stages' | 'refusesSelfApproval' | 'requiresSignature' | 'signedPlatforms' | 'deciders'
>;

/** Why the workspace's policy allows no standing approval, as a clause; null if it does. */
export function policyAgainst(policy: Policy, asked: { agentId: string; platforms: readonly string[] }): LocalizedMessage | null {
  if (policy.approvalsRequired > 1) return say`${policy.approvalsRequired} people must approve here`;
  if (stagesFor(policy.stages, { platforms: [...asked.platforms], agentIds: [asked.agentId] }).length > 0)
    return say`it is approved in stages here`;
  if (policy.refusesSelfApproval) return say`self-approval is not allowed here, so each post needs review`;
  return null;
}

/** For templates from before combinations were stored; such posts are proposed again. */
export const RECOMBINES = say`its template allows combinations of words that no signed post had`;

/** The current facts that a standing approval depends on. */
interface StandingGround {
  state: StandingState;
  /** Of the signer; null after they left. */
  signerRole: Role | null;
  /** Whether the agent has access to the workspace. */
  hasAccess: boolean;
  template: readonly TargetTemplate[];
  /** Whether a valid passkey signature exists. */
  signature: StandingSignature;
}

type StandingSignature = 'none' | 'holds' | 'broken';

/** Why a signed one does not count, as a clause; null if it does. */
function whyNotStanding(
  { state, signerRole, hasAccess, template, signature }: StandingGround,
  policy: Policy,
  asked: { agentId: string; platforms: readonly string[] },
): LocalizedMessage | null {
  if (state !== 'active') return say`it has ended`;
  if (!signerRole || !hasDecidingRole(signerRole, policy)) return say`the person who signed it is no longer an approver here`;
  if (!hasAccess) return say`the agent no longer has access`;
  if (recombines(template)) return RECOMBINES;
  if (signature === 'broken') return say`its signature does not hold`;
  if (signature === 'none' && wantsSignature(policy, asked.platforms))
    return say`approvals require a passkey signature here, and this one has none`;
  return policyAgainst(policy, asked);
}

/** A standing approval `s` with its conditions and its usage, as read by a query. */
export interface StandingRow {
  id: string;
  agent_id: string;
  state: StandingState;
  template: TargetTemplate[];
  per_day: number;
  credits: number;
  ends_at: string;
  signed_by: string | null;
  signer_role: Role | null;
  has_access: boolean;
  day: string;
  used_that_day: number;
  credits_used: number;
  /** The cost of the excluded request. */
  credits_needed: number;
  /** The passkey signature with its signer and time; null without one. */
  signature: StandingSignatureParts | null;
}

interface StandingSignatureParts extends SignatureParts {
  userId: string;
  workspaceId: string;
  timeZone: string;
  signedAt: string;
}

/** A post counts from its automatic approval until it is cancelled; a post that is submitted again no longer counts. */
const COUNTS = `exists (select from publish_jobs j where j.draft_id = o.draft_id and j.approval_id = o.id and j.state <> 'cancelled')`;

const SIGNATURE = `json_build_object('userId', s.signed_by, 'workspaceId', s.workspace_id, 'timeZone', s.time_zone, 'signedAt', s.signed_at,
  'statement', g.statement, 'credentialId', g.credential_id, 'publicKey', g.public_key, 'authenticatorData', g.authenticator_data,
  'clientDataJson', g.client_data_json, 'signature', g.signature)`;

/** The columns of a StandingRow for a standing approval `s`: usage on the day `day`, without the request `except`. */
export const standingColumns = ({
  day,
  except,
}: {
  day: string;
  except: string;
}): string => `s.id, s.agent_id, s.state, s.template, s.per_day, s.credits,
  s.ends_at, (select u.name from users u where u.id = s.signed_by) as signed_by,
  (select m.role from memberships m join users u on u.id = m.user_id and u.email_confirmed_at is not null
    where m.user_id = s.signed_by and m.account_id = s.account_id) as signer_role,
  exists (select from grants g where g.agent_id = s.agent_id and g.workspace_id = s.workspace_id and g.state = 'active') as has_access,
  (select ${SIGNATURE} from decision_signatures g where g.id = s.signature_id) as signature,
  (${day})::text as day,
  (select count(*)::int from approvals o where o.standing_id = s.id and o.standing_day = ${day} and o.id <> ${except} and ${COUNTS}) as used_that_day,
  (select coalesce(sum(u.credits), 0)::int from approvals o join publish_jobs j on j.draft_id = o.draft_id and j.approval_id = o.id
      join publications u on u.job_id = j.id and u.superseded_at is null
    where o.standing_id = s.id and o.id <> ${except} and j.state <> 'cancelled') as credits_used,
  (select coalesce(sum(u.credits), 0)::int from publish_jobs j join publications u on u.job_id = j.id and u.superseded_at is null
    where j.approval_id = ${except}) as credits_needed`;

/** The standing approvals behind these requests, with the usage by others on each request's day. */
export function standingPart(approvalIds: readonly string[], now: Date): Part<StandingRow & { approval_id: string }> | null {
  if (approvalIds.length === 0) return null;
  return {
    sql: `select a.id as approval_id, ${standingColumns({ day: 'a.day', except: 'a.id' })}
      from (select b.id, b.standing_id, (greatest(b.due_at, $1::timestamptz) at time zone t.time_zone)::date as day
        from approvals b join standing_approvals t on t.id = b.standing_id where b.id = any($2::text[])) a
      join standing_approvals s on s.id = a.standing_id`,
    parameters: [now, idsOf(approvalIds)],
  };
}

/** The current terms that a post is checked against. */
export async function termsFrom(row: StandingRow, workspace: Workspace): Promise<StandingTerms> {
  const { agent_id: agentId, template, state, signer_role: signerRole, has_access: hasAccess } = row;
  const asked = { agentId, platforms: template.map(({ platform }) => platform) };
  const suspension = whyNotStanding({ state, signerRole, hasAccess, template, signature: await signatureOf(row) }, workspace, asked);
  return { agentId, template, perDay: row.per_day, credits: row.credits, endsAt: new Date(row.ends_at), suspension };
}

/** Verified like any third party would, over the current template: the row alone is not trusted. */
async function signatureOf({ id, agent_id: agentId, template, signature, ...row }: StandingRow): Promise<StandingSignature> {
  if (!signature) return 'none';
  const { userId, workspaceId, timeZone, signedAt } = signature;
  const fault = await standingSignatureFault(signature, {
    ...{ standingId: id, agentId, templateHash: hashOfTemplate(template), perDay: row.per_day, credits: row.credits },
    ...{ userId, workspaceId, timeZone, endsAt: new Date(row.ends_at), signedAt: new Date(signedAt) },
  });
  return fault === null ? 'holds' : 'broken';
}

/** Why an approval is needed after all. */
export function notBy(name: LocalizedMessage, reasons: readonly Pick<Deviation, 'message'>[]): Sentence {
  const why = reasons.map(({ message }) => sentenceOf(message));
  return say`Not by ${name}: ${joined(why, '; ')}.`;
}

/** Its name within a sentence. */
export const nameOf = ({ signed_by: by }: Pick<StandingRow, 'signed_by'>): Sentence =>
  by ? say`the standing approval of ${by}` : say`the standing approval of a former member`;

/**
 * Serializes automatic approvals, sends, signatures and endings of standing approvals of this agent. What is read
 * after this cannot change before the transaction ends.
 */
export async function lockStanding(ctx: Context, agentId: string): Promise<void> {
  await ctx.em.execute(`select ${STANDING_LOCK('?')}`, [agentId]);
}

export const STANDING_LOCK = (agentId: string): string => `pg_advisory_xact_lock(hashtextextended(${agentId}, 12))`;

/** One that the caller may see, locked against use and ending; `not_found` otherwise. */
export async function loadStandingToChange(ctx: Context, id: string): Promise<StandingApproval> {
  const found = await ctx.em.findOne(StandingApproval, id);
  if (!found) throw new DomainError('not_found');
  await lockStanding(ctx, found.agentId);
  return ctx.em.refreshOrFail(found);
}

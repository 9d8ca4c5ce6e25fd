import { sql } from 'kysely';
import type { Role } from '../access/actor.ts';
import { ERASED_NAME, isErasedAddress } from '../access/people.ts';
import { User } from '../access/user.entity.ts';
import type { Context } from '../context.ts';
import { type Part, partOf, readTogether } from '../db/read-together.ts';
import { idsOf, NO_IDS, query } from '../db/reading/query.ts';
import { rowsOf } from '../db/reading/rows-of.ts';
import { anyOf, type BoundValue, literal, type Places, prepared, tables } from '../db/tables.ts';
import { type LocalizedMessage, say } from '../languages/sentence.ts';
import { ApprovalDecision } from './approval-decision.entity.ts';
import { ClientLink } from './clients/client-link.entity.ts';
import { CLIENT_APPROVAL_GIVEN } from './clients/client-vote.ts';
import { NEEDS_SIGNATURE } from './signatures/request-signature.ts';
import { StandingApproval } from './standing/standing-approval.entity.ts';
import { isKeptFromOwnWords } from './writer-queries.ts';

/** A decision and the name of its author: a client's mail address, or for a standing approval the person who signed it. */
export interface NamedDecision {
  decision: ApprovalDecision;
  by: LocalizedMessage;
}

/** A decision as shown to agents; its author is visible to the account only. */
export interface Said {
  approvalId: string;
  decision: ApprovalDecision['decision'];
  comment: string | null;
  /** The person's current role in the account; null after they left. */
  role: Role | 'client' | null;
  /** The mail address of a client without an account; null once it was erased. */
  client: string | null;
  /** Signed with the person's own passkey, over the content hash. */
  signed: boolean;
  createdAt: Date;
}

const SAID = prepared(({ approvals }: Places<{ approvals: BoundValue }>) =>
  tables
    .selectFrom('approval_decisions as d')
    .innerJoin('approvals as a', 'a.id', 'd.approval_id')
    .leftJoin('memberships as m', (join) => join.onRef('m.user_id', '=', 'd.user_id').onRef('m.account_id', '=', 'a.account_id'))
    .select(['d.approval_id as approvalId', 'd.decision', 'd.comment', 'd.client_email as client', 'd.created_at as createdAt'])
    .select(({ eb, ref }) => [
      eb.case().when('d.client_email', 'is', null).then(ref('m.role')).else(literal('client')).end().as('role'),
      eb('d.signature_id', 'is not', null).as('signed'),
    ])
    .where('d.approval_id', '=', anyOf(approvals))
    .orderBy('d.id'),
);

/** The decisions on these approvals, oldest first. */
export const saidPart = (approvalIds: BoundValue): Part<Said> | null =>
  approvalIds === NO_IDS
    ? null
    : partOf(SAID({ approvals: approvalIds }), ({ client, ...row }) => ({
        ...row,
        client: client && !isErasedAddress(client) ? client : null,
        createdAt: new Date(row.createdAt),
      }));

/** The decisions on these approvals as rows, oldest first. */
export const DECISIONS = rowsOf(ApprovalDecision, (from, { approvals }: Places<{ approvals: BoundValue }>) =>
  from.where('t.approval_id', '=', anyOf(approvals)).orderBy('t.id'),
);

/** The decisions on many approvals, oldest first, by approval id. Two queries. */
export async function decisionsOf(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, NamedDecision[]>> {
  if (approvalIds.length === 0) return new Map();
  const { decisions } = await readTogether(ctx.em, { decisions: DECISIONS(ctx.em, { approvals: idsOf(approvalIds) }) });
  const decided = await namedDecisions(ctx, decisions);
  return new Map(approvalIds.map((id) => [id, decided.get(id) ?? []]));
}

/** As above, for loaded rows; without rows, no query. */
export async function namedDecisions(ctx: Context, decisions: readonly ApprovalDecision[]): Promise<Map<string, NamedDecision[]>> {
  const signers = await signersOf(ctx, decisions);
  const userIds = [...new Set([...signers.values(), ...decisions.flatMap(({ userId }) => userId ?? [])])];
  const users = userIds.length > 0 ? await ctx.em.find(User, { id: { $in: userIds } }) : [];
  const names = new Map(users.map((user) => [user.id, user.name]));
  const named = decisions.map((decision) => ({
    decision,
    by: clientWord(decision) ?? names.get(decision.userId ?? signers.get(decision.standingId ?? '') ?? '') ?? say`Someone`,
  }));
  return Map.groupBy(named, ({ decision }) => decision.approvalId);
}

/** "Mara Pinto (mara@example.org)"; the address alone without a name; null for anyone but clients. */
function clientWord({ clientEmail, clientName }: ApprovalDecision): string | null {
  if (clientEmail && isErasedAddress(clientEmail)) return ERASED_NAME;
  return clientEmail && clientName ? `${clientName} (${clientEmail})` : (clientEmail ?? null);
}

/** The signers of the standing approvals among these, by id; queries only these. */
async function signersOf(ctx: Context, decisions: readonly ApprovalDecision[]): Promise<Map<string, string>> {
  const ids = [...new Set(decisions.flatMap(({ standingId }) => standingId ?? []))];
  const found = ids.length > 0 ? await ctx.em.find(StandingApproval, { id: { $in: ids } }) : [];
  return new Map(found.flatMap(({ id, signedBy }) => (signedBy ? [[id, signedBy] as const] : [])));
}

/**
 * Decisions on these approvals that keep their author from deciding again. Those of a client by a revoked link do
 * not, so they can decide by a new link. Two queries at most.
 */
export async function bindingDecisionsOf(ctx: Context, approvalIds: readonly string[]): Promise<ApprovalDecision[]> {
  const all = await ctx.em.find(ApprovalDecision, { approvalId: { $in: [...approvalIds] } }, { orderBy: { id: 'asc' } });
  const linkIds = all.flatMap(({ clientLinkId }) => clientLinkId ?? []);
  if (linkIds.length === 0) return all;
  const links = await ctx.em.find(ClientLink, { id: { $in: linkIds }, revokedAt: { $ne: null } });
  const ended = new Set(links.map(({ id }) => id));
  return all.filter(({ clientLinkId }) => !clientLinkId || !ended.has(clientLinkId));
}

/**
 * The number of valid approvals so far, by approval id. A vote counts as long as its author may decide: not after
 * they left the account or lost the role, not on their own content where that is refused, and only with a signature
 * where one is required. All clients together count as one. One query.
 */
export async function approvalsGivenTo(ctx: Context, approvalIds: readonly string[]): Promise<Map<string, number>> {
  if (approvalIds.length === 0) return new Map();
  const rows = await query(
    ctx.em,
    tables
      .selectFrom('approvals as a')
      .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
      .select(['a.id', sql.raw<number>(APPROVALS_GIVEN).as('given')])
      .where('a.id', '=', anyOf(approvalIds)),
  );
  return new Map(rows.map(({ id, given }) => [id, given]));
}

/**
 * SQL condition: whether the vote `d` of a person with the membership `m` counts, for an approval `a` in its
 * workspace `w`.
 */
export const PERSON_VOTE_COUNTS = `(d.signature_id is not null or not ${NEEDS_SIGNATURE}) and not ${isKeptFromOwnWords('d.user_id')}
    and exists (select from users u where u.id = m.user_id and u.email_confirmed_at is not null)
    and (m.role = 'owner' or (m.role = 'approver' and a.deciders <> 'owners' and w.deciders <> 'owners'))`;

/** The number of valid approvals as an SQL column, for an approval `a` in its workspace `w`. */
export const APPROVALS_GIVEN = `((
  select count(*)::int from approval_decisions d join memberships m on m.user_id = d.user_id and m.account_id = a.account_id
  where d.approval_id = a.id and d.decision = 'approved'
    and ${PERSON_VOTE_COUNTS}
) + ${CLIENT_APPROVAL_GIVEN})`;

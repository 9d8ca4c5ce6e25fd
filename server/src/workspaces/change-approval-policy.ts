import { hasDecidingRole, requireWorkspace } from '../access/authorise.ts';
import { type Decider, decidersOf } from '../access/members/member-queries.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { type Stage, stageKey } from '../access/workspace-policies.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, type LocalizedMessage, say } from '../languages/sentence.ts';
import { lockWorkspace, writeSettings } from './workspace-queries.ts';

const STAGE_RULES = FIELD_RULES.stages;

type Policy = Pick<Workspace, 'accountId' | 'stages' | 'countsClients' | 'deciders' | 'requiresSignature' | 'signedPlatforms'>;

/**
 * Validates a policy's stages as a whole, since another part of it can make a stage impossible. A stage that was
 * invalid before, because an approver has left, does not block a change that leaves it unchanged.
 */
async function stageFaults(ctx: Context, before: Policy, policy: Policy): Promise<FieldError[]> {
  const { stages, accountId } = policy;
  if (stages.length === 0) return [];
  if (stages.length > STAGE_RULES.most.maxItems)
    return [{ pointer: '/stages', message: say`must not be more than ${STAGE_RULES.most.maxItems}.` }];
  const known: Known = {
    platforms: ctx.platforms,
    people: (await decidersOf(ctx, [accountId])).get(accountId) ?? [],
    agents: await agentsOf(ctx, accountId),
  };
  const keyOf = ({ stage, field, message }: StageFault) => JSON.stringify([normalizeStage(stage), field, message]);
  const were = new Set(faultsIn(before, known).map(keyOf));
  return faultsIn(policy, known)
    .filter((fault) => !were.has(keyOf(fault)))
    .map(({ index, field, message }) => ({ pointer: `/stages/${index}${field}`, message }));
}

interface Known {
  platforms: Context['platforms'];
  /** The approvers of the account. */
  people: readonly Decider[];
  agents: ReadonlySet<string>;
}

interface StageFault {
  stage: Stage;
  index: number;
  field: string;
  message: LocalizedMessage;
}

function faultsIn(policy: Policy, { platforms, people, agents }: Known): StageFault[] {
  const { stages } = policy;
  return stages.flatMap((stage, index) => {
    const at = (field: string, message: LocalizedMessage): StageFault => ({ stage, index, field, message });
    const { name, who, userIds, required, platforms: on, agentIds } = stage;
    const isRepeated = stages.slice(0, index).some((earlier) => stageKey(earlier) === stageKey(stage));
    const { min, max } = STAGE_RULES.required;
    const faults = [
      ...(name.trim() === '' || name.length > STAGE_RULES.name.maxLength || /[\p{Cc}\p{Cf}]/u.test(name)
        ? [at('/name', say`must be a name of at most ${STAGE_RULES.name.maxLength} characters.`)]
        : []),
      ...(Number.isInteger(required) && required >= min && required <= (who === 'clients' ? 1 : max)
        ? []
        : [
            at(
              '/required',
              who === 'clients' ? say`must be 1: clients together are one.` : say`must be a whole number from ${min} to ${max}.`,
            ),
          ]),
      ...(who === 'people'
        ? peopleFaults(stage, { people, policy }, at)
        : userIds.length > 0
          ? [at('/user_ids', say`is for chosen people only.`)]
          : []),
      ...(on.some((id) => !platforms.has(id)) ? [at('/platforms', say`names an unknown platform.`)] : []),
      ...(agentIds.some((id) => !agents.has(id)) ? [at('/agent_ids', say`names an agent of another account.`)] : []),
      ...(isRepeated ? [at('', say`asks the same people as an earlier stage.`)] : []),
      ...(who === 'clients' ? clientFaults(stage, policy).map((message) => at('/who', message)) : []),
    ];
    const isTaken = faults.length === 0 && lacksPeople(stages.slice(0, index + 1));
    return isTaken ? [at('/user_ids', say`must ask people who are in no earlier stage: each person decides once.`)] : faults;
  });
}

/** Whether the last of these stages has too few people left, given that a post passes the others too. */
function lacksPeople(stages: readonly Stage[]): boolean {
  const last = stages.at(-1);
  if (last?.who !== 'people') return false;
  // A post may contain content of several agents, as it may go to several networks: it passes the stages of all of
  // them.
  const met = stages.filter(({ who }) => who === 'people');
  const places = met.map(({ required: wanted, userIds }) => ({ wanted, mayFill: (id: string) => userIds.includes(id) }));
  return (emptyPlaces(places, [...new Set(met.flatMap(({ userIds }) => userIds))]).at(-1) ?? 0) > 0;
}

/** In normalised form. */
function normalizeStage({ name, who, userIds, required, platforms, agentIds }: Stage): Stage {
  const once = (values: readonly string[]) => [...new Set(values)].sort();
  return { name: name.trim(), who, userIds: once(userIds), required, platforms: once(platforms), agentIds: once(agentIds) };
}

function peopleFaults(
  { userIds, required }: Stage,
  { people, policy }: { people: readonly Decider[]; policy: Policy },
  at: (field: string, message: LocalizedMessage) => StageFault,
): StageFault[] {
  const named = new Set(userIds);
  const mayDecide = people.filter(({ userId }) => named.has(userId));
  const faults = [
    ...(named.size === 0 ? [at('/user_ids', say`must name at least one person.`)] : []),
    ...(mayDecide.length < named.size ? [at('/user_ids', say`names a person who is not an approver of the account.`)] : []),
    // A message of its own, so a person who has left does not hide it.
    ...(mayDecide.some(({ role }) => !hasDecidingRole(role, policy))
      ? [at('/user_ids', say`names a person who is not an owner; only owners approve here.`)]
      : []),
  ];
  if (faults.length > 0) return faults;
  return named.size < required ? [at('/required', say`is more than the number of people in it.`)] : [];
}

/** Clients have no passkeys here and are no members. */
function clientFaults({ platforms }: Stage, policy: Policy): LocalizedMessage[] {
  const { countsClients, deciders, requiresSignature, signedPlatforms } = policy;
  const isSigned = requiresSignature || signedPlatforms.some((id) => platforms.length === 0 || platforms.includes(id));
  return [
    ...(countsClients ? [] : [say`requires that a client’s approval counts.`]),
    ...(deciders === 'owners' ? [say`is not possible where only owners decide.`] : []),
    ...(isSigned ? [say`is not possible for posts that require a passkey signature; clients have no passkeys.`] : []),
  ];
}

async function agentsOf(ctx: Context, accountId: string): Promise<Set<string>> {
  const rows = await query(ctx.em, tables.selectFrom('agents').select('id').where('account_id', '=', accountId));
  return new Set(rows.map(({ id }) => id));
}

/** What is required before anything is published. Absent values stay unchanged. */
type ApprovalPolicy = Pick<
  Workspace,
  | 'approvalsRequired'
  | 'deciders'
  | 'countsClients'
  | 'refusesSelfApproval'
  | 'requiresSignature'
  | 'signedPlatforms'
  | 'approvalHours'
  | 'askInTurn'
  | 'stages'
  | 'turnHours'
  | 'allowsAuto'
  | 'movesAskAgain'
>;

export interface ChangeApprovalPolicyInput {
  workspaceId: string;
  /** The revision of the settings that was seen. */
  revision: number;
  policy: Partial<ApprovalPolicy>;
}

const RULES = FIELD_RULES.approvals;

/**
 * Sets the policy, by an owner with a recent sign-in. Open requests keep their terms, or get the new ones where they
 * are stricter (approvals/approval-terms.ts). Needs a transaction. Refuses: not_found, insufficient_role (agents
 * too), reauthentication_required, settings_changed, validation_failed.
 */
export async function changeApprovalPolicy(ctx: Context, { workspaceId, revision, policy }: ChangeApprovalPolicyInput): Promise<Workspace> {
  await requireWorkspace(ctx, workspaceId, 'manage');
  await requireRecentSignIn(ctx);
  const workspace = await lockWorkspace(ctx, workspaceId, revision);
  const faults = [
    ...rangeFaults('/approvals_required', policy.approvalsRequired, RULES.approvalsRequired),
    ...rangeFaults('/approval_hours', policy.approvalHours, RULES.approvalHours),
    ...rangeFaults('/turn_hours', policy.turnHours, RULES.turnHours),
    ...platformFaults(ctx, policy.signedPlatforms ?? []),
    ...(await orderFaults(ctx, workspace, policy.askInTurn ?? [])),
    ...(await stageFaults(ctx, workspace, { ...workspace, ...policy })),
  ];
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
  const { signedPlatforms, askInTurn } = policy;
  const tidy = {
    ...(signedPlatforms && { signedPlatforms: [...new Set(signedPlatforms)].sort() }),
    ...(askInTurn && { askInTurn: [...new Set(askInTurn)] }),
    ...(policy.stages && { stages: policy.stages.map(normalizeStage) }),
  };
  await writeSettings(ctx, workspace, { ...policy, ...tidy }, 'approval_policy.changed');
  return workspace;
}

function platformFaults({ platforms }: Context, ids: readonly string[]): FieldError[] {
  return ids.flatMap((id, index) =>
    platforms.has(id) ? [] : [{ pointer: `/signed_platforms/${index}`, message: say`is not a known platform.` }],
  );
}

/** Members who may decide; those who have left since they were named are skipped. */
async function orderFaults(ctx: Context, { accountId, askInTurn }: Workspace, userIds: readonly string[]): Promise<FieldError[]> {
  const { maxItems } = RULES.askInTurn;
  if (userIds.length > maxItems) return [{ pointer: '/ask_in_turn', message: say`must not name more than ${maxItems} people.` }];
  const people = userIds.length > 0 ? ((await decidersOf(ctx, [accountId])).get(accountId) ?? []) : [];
  return userIds.flatMap((id, index) =>
    askInTurn.includes(id) || people.some(({ userId }) => userId === id)
      ? []
      : [{ pointer: `/ask_in_turn/${index}`, message: say`is not an approver of the account.` }],
  );
}

function rangeFaults(pointer: string, value: number | undefined, { min, max }: { min: number; max: number }): FieldError[] {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return [];
  return [{ pointer, message: say`must be a whole number from ${min} to ${grouped(max)}.` }];
}

/** Places for people of a kind, each for a different person. */
interface Places<Person> {
  wanted: number;
  mayFill(person: Person): boolean;
}

/**
 * How many places stay empty in each if every person takes at most one and as many as possible are filled (bipartite
 * matching), the first ones first. A person with alternatives moves where another has none.
 */
export function emptyPlaces<Person>(places: readonly Places<Person>[], people: readonly Person[]): number[] {
  const taken = new Map<Person, Places<Person>>();
  const isFilled = (place: Places<Person>, asked: Set<Person>): boolean =>
    people.some((person) => {
      if (asked.has(person) || !place.mayFill(person)) return false;
      asked.add(person);
      const other = taken.get(person);
      if (other && !isFilled(other, asked)) return false;
      taken.set(person, place);
      return true;
    });
  return places.map((place) => {
    let empty = Math.max(0, place.wanted);
    while (empty > 0 && isFilled(place, new Set())) empty--;
    return empty;
  });
}

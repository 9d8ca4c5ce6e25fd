import { hasDecidingRole } from '../access/authorise.ts';
import { type Decider, decidersOf } from '../access/members/member-queries.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { type Stage, stageKey } from '../access/workspace-policies.ts';
import type { Context } from '../context.ts';
import { query } from '../db/reading/query.ts';
import { tables } from '../db/tables.ts';
import type { FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say, type Words } from '../languages/sentence.ts';
import { emptyPlaces } from './fill-places.ts';

const RULES = FIELD_RULES.stages;

type Policy = Pick<Workspace, 'accountId' | 'stages' | 'countsClients' | 'deciders' | 'requiresSignature' | 'signedPlatforms'>;

/**
 * Validates a policy's stages as a whole, since another part of it can make a stage impossible. A stage that was
 * invalid before, because an approver has left, does not block a change that leaves it unchanged.
 */
export async function stageFaults(ctx: Context, before: Policy, policy: Policy): Promise<FieldError[]> {
  const { stages, accountId } = policy;
  if (stages.length === 0) return [];
  if (stages.length > RULES.most.maxItems) return [{ pointer: '/stages', message: say`must not be more than ${RULES.most.maxItems}.` }];
  const known: Known = {
    platforms: ctx.platforms,
    people: (await decidersOf(ctx, [accountId])).get(accountId) ?? [],
    agents: await agentsOf(ctx, accountId),
  };
  const keyOf = ({ stage, field, message }: StageFault) => JSON.stringify([tidyStage(stage), field, message]);
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
  message: Words;
}

function faultsIn(policy: Policy, { platforms, people, agents }: Known): StageFault[] {
  const { stages } = policy;
  return stages.flatMap((stage, index) => {
    const at = (field: string, message: Words): StageFault => ({ stage, index, field, message });
    const { name, who, userIds, required, platforms: on, agentIds } = stage;
    const isRepeated = stages.slice(0, index).some((earlier) => stageKey(earlier) === stageKey(stage));
    const { min, max } = RULES.required;
    const faults = [
      ...(name.trim() === '' || name.length > RULES.name.maxLength || /[\p{Cc}\p{Cf}]/u.test(name)
        ? [at('/name', say`must be a name of at most ${RULES.name.maxLength} characters.`)]
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
      ...(on.some((id) => !platforms.has(id)) ? [at('/platforms', say`has a platform that is not known.`)] : []),
      ...(agentIds.some((id) => !agents.has(id)) ? [at('/agent_ids', say`has an agent that is none of the account.`)] : []),
      ...(isRepeated ? [at('', say`asks the same people as one before it.`)] : []),
      ...(who === 'clients' ? clientFaults(stage, policy).map((message) => at('/who', message)) : []),
    ];
    const isTaken = faults.length === 0 && lacksPeople(stages.slice(0, index + 1));
    return isTaken ? [at('/user_ids', say`needs others than the stages before it ask: each person decides once.`)] : faults;
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
export function tidyStage({ name, who, userIds, required, platforms, agentIds }: Stage): Stage {
  const once = (values: readonly string[]) => [...new Set(values)].sort();
  return { name: name.trim(), who, userIds: once(userIds), required, platforms: once(platforms), agentIds: once(agentIds) };
}

function peopleFaults(
  { userIds, required }: Stage,
  { people, policy }: { people: readonly Decider[]; policy: Policy },
  at: (field: string, message: Words) => StageFault,
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
  return named.size < required ? [at('/required', say`is more than there are people in it.`)] : [];
}

/** Clients have no passkeys here and are no members. */
function clientFaults({ platforms }: Stage, policy: Policy): Words[] {
  const { countsClients, deciders, requiresSignature, signedPlatforms } = policy;
  const isSigned = requiresSignature || signedPlatforms.some((id) => platforms.length === 0 || platforms.includes(id));
  return [
    ...(countsClients ? [] : [say`needs that a client’s approval counts.`]),
    ...(deciders === 'owners' ? [say`is not possible where only owners decide.`] : []),
    ...(isSigned ? [say`is not possible for posts that require a passkey signature; clients have no passkeys.`] : []),
  ];
}

async function agentsOf(ctx: Context, accountId: string): Promise<Set<string>> {
  const rows = await query(ctx.em, tables.selectFrom('agents').select('id').where('account_id', '=', accountId));
  return new Set(rows.map(({ id }) => id));
}

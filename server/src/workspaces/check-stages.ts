import { decidersOf } from '../access/members/member-queries.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { type Stage, stageKey } from '../access/workspace-policies.ts';
import type { Context } from '../context.ts';
import type { FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';

const RULES = FIELD_RULES.stages;

type Policy = Pick<Workspace, 'accountId' | 'stages' | 'countsClients' | 'deciders' | 'requiresSignature' | 'signedPlatforms'>;

/** What is wrong with the stages of a policy, as a whole: another part of it can make a stage impossible. */
export async function stageFaults(ctx: Context, policy: Policy): Promise<FieldError[]> {
  const { stages, accountId } = policy;
  if (stages.length === 0) return [];
  if (stages.length > RULES.most.maxItems) return [{ pointer: '/stages', message: `must not be more than ${RULES.most.maxItems}.` }];
  const people = new Set((await decidersOf(ctx, [accountId])).get(accountId)?.map(({ userId }) => userId));
  const agents = await agentsOf(ctx, accountId);
  return stages.flatMap((stage, index) => {
    const at = (field: string, message: string): FieldError => ({ pointer: `/stages/${index}${field}`, message });
    const { name, who, userIds, required, platforms, agentIds } = stage;
    const isRepeated = stages.slice(0, index).some((earlier) => stageKey(earlier) === stageKey(stage));
    const { min, max } = RULES.required;
    return [
      ...(name.trim() === '' || name.length > RULES.name.maxLength || /[\p{Cc}\p{Cf}]/u.test(name)
        ? [at('/name', `must be a name of at most ${RULES.name.maxLength} characters.`)]
        : []),
      ...(Number.isInteger(required) && required >= min && required <= (who === 'clients' ? 1 : max)
        ? []
        : [at('/required', who === 'clients' ? 'must be 1: clients together are one.' : `must be a whole number from ${min} to ${max}.`)]),
      ...(who === 'people' ? peopleFaults(stage, people, at) : userIds.length > 0 ? [at('/user_ids', 'is for chosen people only.')] : []),
      ...(platforms.some((id) => !ctx.platforms.has(id)) ? [at('/platforms', 'has a platform that is not known.')] : []),
      ...(agentIds.some((id) => !agents.has(id)) ? [at('/agent_ids', 'has an agent that is none of the account.')] : []),
      ...(isRepeated ? [at('', 'asks the same people as one before it.')] : []),
      ...(who === 'clients' ? clientFaults(stage, policy).map((message) => at('/who', message)) : []),
    ];
  });
}

/** As it is kept. */
export function tidyStage({ name, who, userIds, required, platforms, agentIds }: Stage): Stage {
  const once = (values: readonly string[]) => [...new Set(values)].sort();
  return { name: name.trim(), who, userIds: once(userIds), required, platforms: once(platforms), agentIds: once(agentIds) };
}

function peopleFaults(
  { userIds, required }: Stage,
  people: ReadonlySet<string>,
  at: (field: string, message: string) => FieldError,
): FieldError[] {
  if (userIds.length === 0) return [at('/user_ids', 'must name at least one person.')];
  if (userIds.some((id) => !people.has(id))) return [at('/user_ids', 'names somebody who may not decide in the account.')];
  return new Set(userIds).size < required ? [at('/required', 'is more than there are people in it.')] : [];
}

/** A client has no passkey here, and is nobody of the account. */
function clientFaults({ platforms }: Stage, policy: Policy): string[] {
  const { countsClients, deciders, requiresSignature, signedPlatforms } = policy;
  const isSigned = requiresSignature || signedPlatforms.some((id) => platforms.length === 0 || platforms.includes(id));
  return [
    ...(countsClients ? [] : ['needs that a client’s approval counts.']),
    ...(deciders === 'owners' ? ['is not possible where only owners decide.'] : []),
    ...(isSigned ? ['is not possible for what has to be signed with a passkey, which clients do not have.'] : []),
  ];
}

async function agentsOf(ctx: Context, accountId: string): Promise<Set<string>> {
  const rows = await ctx.em.execute<{ id: string }[]>('select id from agents where account_id = ?', [accountId]);
  return new Set(rows.map(({ id }) => id));
}

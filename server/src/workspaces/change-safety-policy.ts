import { requireWorkspace } from '../access/authorise.ts';
import { ALLOWED_WEIGHTS, SAFETY_CHECKS, type SafetyPolicy } from '../access/safety-policy.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say } from '../languages/sentence.ts';
import { checkSettings, normalizeLists, type WorkspaceSettings } from './change-workspace.ts';
import { lockWorkspace, writeSettings } from './workspace-queries.ts';

export interface ChangeSafetyPolicyInput {
  workspaceId: string;
  /** The revision of the settings that was seen. */
  revision: number;
  /** Absent values stay unchanged; the severities are given as a whole. */
  policy: Partial<SafetyPolicy>;
  /** The lists of changeWorkspace(), for a form with everything. */
  lists?: Partial<Pick<WorkspaceSettings, 'blockedTerms' | 'deniedHosts'>>;
}

const RULES = FIELD_RULES.safety;

/**
 * Sets the severities of the safety checks, by an owner with a recent sign-in. They apply at once, to waiting posts
 * too. Needs a transaction. Refuses: not_found, insufficient_role (agents too), reauthentication_required,
 * settings_changed, validation_failed with every fault.
 */
export async function changeSafetyPolicy(ctx: Context, input: ChangeSafetyPolicyInput): Promise<Workspace> {
  const { workspaceId, revision, policy, lists = {} } = input;
  await requireWorkspace(ctx, workspaceId, 'manage');
  await requireRecentSignIn(ctx);
  const workspace = await lockWorkspace(ctx, workspaceId, revision);
  const faults = faultsOf(policy);
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
  checkSettings(lists);
  const { aiDisclosure } = policy;
  const tidy = aiDisclosure === undefined ? {} : { aiDisclosure: aiDisclosure?.trim() || null };
  const safety = { ...workspace.safety, ...policy, ...tidy };
  await writeSettings(ctx, workspace, { safety, ...normalizeLists(lists) }, 'safety_policy.changed');
  return workspace;
}

function faultsOf({ weights = {}, repeatDays, aiDisclosure }: Partial<SafetyPolicy>): FieldError[] {
  const faults = SAFETY_CHECKS.flatMap((check): FieldError[] => {
    const weight = weights[check];
    if (weight === undefined || ALLOWED_WEIGHTS[check].includes(weight)) return [];
    return [{ pointer: `/weights/${check}`, message: say`must be ${ALLOWED_WEIGHTS[check].join(' or ')}.` }];
  });
  const { min, max } = RULES.repeatDays;
  if (repeatDays !== undefined && !(Number.isInteger(repeatDays) && repeatDays >= min && repeatDays <= max)) {
    faults.push({ pointer: '/repeat_days', message: say`must be a whole number from ${min} to ${max}.` });
  }
  const { maxLength } = RULES.aiDisclosure;
  if (aiDisclosure && (aiDisclosure.length > maxLength || aiDisclosure.includes('\0') || !aiDisclosure.isWellFormed())) {
    faults.push({ pointer: '/ai_disclosure', message: say`must be plain text of at most ${maxLength} characters.` });
  }
  return faults;
}

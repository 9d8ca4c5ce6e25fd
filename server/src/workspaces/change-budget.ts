import { requireWorkspace } from '../access/authorise.ts';
import { lockAgainstSenders } from '../access/sending-locks.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, say } from '../languages/sentence.ts';
import { lockWorkspace } from './lock-workspace.ts';
import { writeSettings } from './write-settings.ts';

export interface ChangeBudgetInput {
  workspaceId: string;
  /** The revision of the settings that was seen. */
  revision: number;
  /** The most credits in a calendar month of the workspace's time zone; null for no budget. */
  creditsPerMonth: number | null;
}

const { min, max } = FIELD_RULES.budget.creditsPerMonth;

/**
 * Sets the workspace's monthly budget, by an owner with a recent sign-in. It applies at once, to waiting posts too,
 * and revokes no reservation. Needs a transaction. Refuses: not_found, insufficient_role (agents too),
 * reauthentication_required, settings_changed, validation_failed.
 */
export async function changeBudget(ctx: Context, { workspaceId, revision, creditsPerMonth }: ChangeBudgetInput): Promise<Workspace> {
  assertTransaction(ctx);
  await requireWorkspace(ctx, workspaceId, 'manage');
  await requireRecentSignIn(ctx);
  if (creditsPerMonth !== null && !(Number.isInteger(creditsPerMonth) && creditsPerMonth >= min && creditsPerMonth <= max)) {
    const message = say`must be a whole number from ${min} to ${grouped(max)}, or nothing for no budget.`;
    throw new DomainError('validation_failed', { fields: [{ pointer: '/credits_per_month', message }] });
  }
  // Senders lock the row for counting only if there is a budget: all of them must see a first one.
  await lockAgainstSenders(ctx, workspaceId);
  const workspace = await lockWorkspace(ctx, workspaceId, revision);
  await writeSettings(ctx, workspace, { creditsPerMonth }, 'budget.changed');
  return workspace;
}

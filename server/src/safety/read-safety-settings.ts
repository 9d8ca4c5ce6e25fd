import { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import type { SafetySettings } from './weigh-findings.ts';

/** What each workspace has decided about the safety checks, by its id. One query. */
export async function readSafetySettings(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, SafetySettings>> {
  const workspaces = await ctx.em.find(Workspace, { id: { $in: [...new Set(workspaceIds)] } });
  return settingsOfWorkspaces(workspaces);
}

/** The same of workspaces that are known already. */
export function settingsOfWorkspaces(workspaces: readonly Workspace[]): Map<string, SafetySettings> {
  return new Map(
    workspaces.map(({ id, safety, blockedTerms, deniedHosts, timeZone }) => [id, { ...safety, blockedTerms, deniedHosts, timeZone }]),
  );
}

import { Workspace } from '../access/workspace.entity.ts';
import type { Context } from '../context.ts';
import type { SafetySettings } from './safety-finding.ts';

/** The safety settings of each workspace, by id. One query. */
export async function readSafetySettings(ctx: Context, workspaceIds: readonly string[]): Promise<Map<string, SafetySettings>> {
  const workspaces = await ctx.em.find(Workspace, { id: { $in: [...new Set(workspaceIds)] } });
  return settingsOfWorkspaces(workspaces);
}

/** As above for loaded workspaces. */
export function settingsOfWorkspaces(workspaces: readonly Workspace[]): Map<string, SafetySettings> {
  return new Map(
    workspaces.map(({ id, safety, blockedTerms, deniedHosts, timeZone }) => [id, { ...safety, blockedTerms, deniedHosts, timeZone }]),
  );
}

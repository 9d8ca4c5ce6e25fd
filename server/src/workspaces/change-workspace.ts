import { readName } from '../access/read-person.ts';
import { readTimeZone } from '../access/read-time-zone.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { type Voice, voiceWith } from '../access/workspace-policies.ts';
import type { Context } from '../context.ts';
import { inOrder } from '../planning/check-planning.ts';
import { checkSettings, tidyLists, type WorkspaceSettings, withoutRepeats } from './check-settings.ts';
import { lockWorkspace } from './lock-workspace.ts';
import { writeSettings } from './write-settings.ts';

export interface ChangeWorkspaceInput {
  workspaceId: string;
  /** The revision of the settings that was seen. */
  revision: number;
  settings: Partial<WorkspaceSettings>;
}

/**
 * Changes the workspace's name, schedule, voice and blocked terms, by an owner. Applies at once, to waiting posts
 * too. Needs a transaction. Refuses: not_found, insufficient_role (agents too), settings_changed, validation_failed
 * with every fault.
 */
export async function changeWorkspace(ctx: Context, { workspaceId, revision, settings }: ChangeWorkspaceInput): Promise<Workspace> {
  const workspace = await lockWorkspace(ctx, workspaceId, revision);
  checkSettings(settings);
  const { name, timeZone, quietHours, postingSlots, voice, blockedTerms, deniedHosts } = settings;
  await writeSettings(
    ctx,
    workspace,
    {
      ...(name === undefined ? {} : { name: readName(name, '/name') }),
      ...(timeZone === undefined ? {} : { timeZone: await readTimeZone(ctx, timeZone) }),
      ...(quietHours && { quietHours: quietHours.map(({ weekdays, from, to }) => ({ weekdays: inOrder(weekdays), from, to })) }),
      ...(postingSlots && { postingSlots: postingSlots.map(({ weekdays, at }) => ({ weekdays: inOrder(weekdays), at })) }),
      ...(voice && {
        voice: { ...withKeptWording(voice, workspace.voice), tone: voice.tone.trim(), bannedWords: withoutRepeats(voice.bannedWords) },
      }),
      ...tidyLists({ blockedTerms, deniedHosts }),
    },
    'workspace.changed',
  );
  return workspace;
}

/** A voice without a wording keeps the current one. */
function withKeptWording({ wording, ...voice }: Voice, before: Voice): Voice {
  return voiceWith(voice, wording, before.wording);
}

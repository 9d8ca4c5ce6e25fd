import { lockAgainstSenders } from '../access/accounts.ts';
import { requireWorkspace } from '../access/authorise.ts';
import { readName } from '../access/people.ts';
import { readTimeZone } from '../access/read-time-zone.ts';
import { requireRecentSignIn } from '../access/sessions/require-recent-sign-in.ts';
import type { Workspace } from '../access/workspace.entity.ts';
import { type Voice, voiceWith } from '../access/workspace-policies.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { grouped, type LocalizedMessage, say } from '../languages/sentence.ts';
import { inOrder, postingSlotFaults, quietHoursFaults } from '../planning/check-planning.ts';
import { lockWorkspace, writeSettings } from './workspace-queries.ts';

interface ChangeBudgetInput {
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

/** Settings other than the approval policy. Absent values stay unchanged. */
export type WorkspaceSettings = Pick<
  Workspace,
  'name' | 'timeZone' | 'quietHours' | 'postingSlots' | 'voice' | 'blockedTerms' | 'deniedHosts'
>;

const RULES = { ...FIELD_RULES.voice, ...FIELD_RULES.safety };
/** The limits of all lists of words. */
const { maxItems: MAX_TERMS, maxLength: MAX_TERM_LENGTH } = RULES.blockedTerms;

/** Throws `validation_failed` with every fault of the given settings. */
export function checkSettings({ quietHours, postingSlots, voice, blockedTerms, deniedHosts }: Partial<WorkspaceSettings>): void {
  const faults: FieldError[] = [
    ...quietHoursFaults(quietHours ?? [], '/quiet_hours'),
    ...postingSlotFaults(postingSlots ?? [], '/posting_slots'),
    ...(voice ? voiceFaults(voice) : []),
    ...listFaults(blockedTerms, '/blocked_terms', termFault),
    ...listFaults(deniedHosts, '/denied_hosts', hostFault),
  ];
  if (faults.length > 0) throw new DomainError('validation_failed', { fields: faults });
}

/** The blocked terms and hosts in normalised form. */
export function normalizeLists({ blockedTerms, deniedHosts }: Partial<Pick<WorkspaceSettings, 'blockedTerms' | 'deniedHosts'>>) {
  return {
    ...(blockedTerms && { blockedTerms: withoutRepeats(blockedTerms) }),
    ...(deniedHosts && { deniedHosts: withoutRepeats(deniedHosts.map((host) => host.toLowerCase())) }),
  };
}

function withoutRepeats(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))];
}

function voiceFaults({ tone, maxTags, bannedWords }: WorkspaceSettings['voice']): FieldError[] {
  const { min, max } = RULES.maxTags;
  const isTooMany = maxTags !== null && !(Number.isInteger(maxTags) && maxTags >= min && maxTags <= max);
  return [
    ...(tone.length > RULES.tone.maxLength
      ? [{ pointer: '/voice/tone', message: say`must not be longer than ${RULES.tone.maxLength} characters.` }]
      : []),
    ...(isTooMany ? [{ pointer: '/voice/max_tags', message: say`must be a whole number from ${min} to ${max}.` }] : []),
    ...listFaults(bannedWords, '/voice/banned_words', termFault),
  ];
}

function listFaults(
  texts: readonly string[] | undefined,
  pointer: string,
  faultOf: (text: string) => LocalizedMessage | null,
): FieldError[] {
  if (!texts) return [];
  if (texts.length > MAX_TERMS) return [{ pointer, message: say`must not have more than ${MAX_TERMS} entries.` }];
  return texts.flatMap((text, index) => {
    const message = faultOf(text);
    return message ? [{ pointer: `${pointer}/${index}`, message }] : [];
  });
}

function termFault(term: string): LocalizedMessage | null {
  if (term.trim() === '') return say`must not be empty.`;
  if (term.length > MAX_TERM_LENGTH) return say`must not be longer than ${MAX_TERM_LENGTH} characters.`;
  return term.includes('\0') || !term.isWellFormed() ? say`must be plain Unicode text.` : null;
}

function hostFault(host: string): LocalizedMessage | null {
  const isHost = URL.parse(`http://${host}`)?.hostname === host.trim().toLowerCase();
  return isHost ? null : say`must be the name of a host such as example.org, without https:// and without a path.`;
}

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
      ...normalizeLists({ blockedTerms, deniedHosts }),
    },
    'workspace.changed',
  );
  return workspace;
}

/** A voice without a wording keeps the current one. */
function withKeptWording({ wording, ...voice }: Voice, before: Voice): Voice {
  return voiceWith(voice, wording, before.wording);
}

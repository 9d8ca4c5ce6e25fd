import type { Workspace } from '../access/workspace.entity.ts';
import { DomainError, type FieldError } from '../errors.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { say, type Words } from '../languages/sentence.ts';
import { postingSlotFaults, quietHoursFaults } from '../planning/check-planning.ts';

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
export function tidyLists({ blockedTerms, deniedHosts }: Partial<Pick<WorkspaceSettings, 'blockedTerms' | 'deniedHosts'>>) {
  return {
    ...(blockedTerms && { blockedTerms: withoutRepeats(blockedTerms) }),
    ...(deniedHosts && { deniedHosts: withoutRepeats(deniedHosts.map((host) => host.toLowerCase())) }),
  };
}

export function withoutRepeats(texts: readonly string[]): string[] {
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

function listFaults(texts: readonly string[] | undefined, pointer: string, faultOf: (text: string) => Words | null): FieldError[] {
  if (!texts) return [];
  if (texts.length > MAX_TERMS) return [{ pointer, message: say`must not have more than ${MAX_TERMS} entries.` }];
  return texts.flatMap((text, index) => {
    const message = faultOf(text);
    return message ? [{ pointer: `${pointer}/${index}`, message }] : [];
  });
}

function termFault(term: string): Words | null {
  if (term.trim() === '') return say`must not be empty.`;
  if (term.length > MAX_TERM_LENGTH) return say`must not be longer than ${MAX_TERM_LENGTH} characters.`;
  return term.includes('\0') || !term.isWellFormed() ? say`must be plain Unicode text.` : null;
}

function hostFault(host: string): Words | null {
  const isHost = URL.parse(`http://${host}`)?.hostname === host.trim().toLowerCase();
  return isHost ? null : say`must be the name of a host such as example.org, without https:// and without a path.`;
}

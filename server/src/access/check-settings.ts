import { DomainError, type FieldError } from '../errors.ts';
import { postingSlotFaults, quietHoursFaults } from '../planning/check-planning.ts';
import type { WorkspaceSettings } from './change-workspace.ts';

const MAX_TERMS = 500;
const MAX_TERM_LENGTH = 200;
const MAX_TONE_LENGTH = 300;
const MAX_TAGS = 30;

/** Throws `validation_failed` with every fault of the settings that are given. */
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

function voiceFaults({ tone, maxTags, bannedWords }: WorkspaceSettings['voice']): FieldError[] {
  const isTooMany = maxTags !== null && !(Number.isInteger(maxTags) && maxTags >= 0 && maxTags <= MAX_TAGS);
  return [
    ...(tone.length > MAX_TONE_LENGTH
      ? [{ pointer: '/voice/tone', message: `must not be longer than ${MAX_TONE_LENGTH} characters.` }]
      : []),
    ...(isTooMany ? [{ pointer: '/voice/max_tags', message: `must be a whole number from 0 to ${MAX_TAGS}.` }] : []),
    ...listFaults(bannedWords, '/voice/banned_words', termFault),
  ];
}

function listFaults(texts: readonly string[] | undefined, pointer: string, faultOf: (text: string) => string | null): FieldError[] {
  if (!texts) return [];
  if (texts.length > MAX_TERMS) return [{ pointer, message: `must not have more than ${MAX_TERMS} entries.` }];
  return texts.flatMap((text, index) => {
    const message = faultOf(text);
    return message ? [{ pointer: `${pointer}/${index}`, message }] : [];
  });
}

function termFault(term: string): string | null {
  if (term.trim() === '') return 'must not be empty.';
  if (term.length > MAX_TERM_LENGTH) return `must not be longer than ${MAX_TERM_LENGTH} characters.`;
  return term.includes('\0') || !term.isWellFormed() ? 'must be plain Unicode text.' : null;
}

function hostFault(host: string): string | null {
  const isHost = URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host.trim().toLowerCase();
  return isHost ? null : 'must be the name of a host such as example.org, without https:// and without a path.';
}

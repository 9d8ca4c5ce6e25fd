import { nip19, type VerifiedEvent } from 'nostr-tools';
import { ApiFault, type FaultOutcome } from '../api/api-fault.ts';
import type { PublishCall } from '../connector.ts';
import type { Outcome } from '../platform.ts';
import { readNostrAccount } from './nostr-account.ts';
import { withRelays } from './open-relays.ts';
import type { Relay } from './relay.ts';
import { signNotes } from './sign-notes.ts';

/** What a relay said of an event, or that it said nothing. */
type Word = { kind: 'kept' } | { kind: 'refused'; reason: string } | { kind: 'silent'; reason: string };

/** Sends the events to every relay; what one relay keeps is out. */
export async function publishToNostr({ payload, account, intent, onSending, signal }: PublishCall): Promise<Outcome> {
  const { secretKey, relays: urls } = readNostrAccount(account);
  const events = signNotes(payload, intent, secretKey);
  return withRelays(urls, signal, async (relays) => {
    await onSending();
    for (const [index, event] of events.entries()) {
      const fault = faultOf(await Promise.all(relays.map((relay) => sendEvent(relay, event))));
      if (!fault) continue;
      if (index === 0) throw new ApiFault(fault);
      return { kind: 'unknown', message: `${index} of ${events.length} posts of the thread stand. ${fault.message}` };
    }
    const [{ id }] = events;
    return { kind: 'published', providerId: id, url: noteUrl(id) };
  });
}

/** A page that shows any note; the relays themselves have none. */
export function noteUrl(id: string): string {
  return `https://njump.me/${nip19.noteEncode(id)}`;
}

/** NIP-01: `["OK", <id>, <true or false>, "<reason>"]`; true also where the relay had it before. */
async function sendEvent(relay: Relay, event: VerifiedEvent): Promise<Word> {
  const answer = relay.waitFor(([type, id, isKept, reason]) =>
    type === 'OK' && id === event.id ? { isKept: isKept === true, reason: String(reason ?? '') } : undefined,
  );
  try {
    relay.send(['EVENT', event]);
    const { isKept, reason } = await answer;
    if (isKept) return { kind: 'kept' };
    // "error" is the relay's own fault, after which it may or may not have kept the event.
    return { kind: reason.startsWith('error:') ? 'silent' : 'refused', reason };
  } catch (error) {
    answer.catch(() => {});
    return { kind: 'silent', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Null where at least one relay keeps the event. */
function faultOf(words: readonly Word[]): FaultOutcome | null {
  if (words.some(({ kind }) => kind === 'kept')) return null;
  const silent = words.find((word) => word.kind === 'silent');
  if (silent?.kind === 'silent') return { kind: 'unknown', message: `A relay gave no answer: ${short(silent.reason)}.` };
  const reasons = words.flatMap((word) => (word.kind === 'kept' ? [] : [word.reason]));
  const message = `The relays answered: ${short(reasons.join('; ')) || 'no'}.`;
  if (reasons.some((reason) => reason.startsWith('rate-limited:'))) return { kind: 'rate_limited', message, retryAfterSeconds: null };
  if (reasons.some((reason) => /^(auth-required|restricted):/.test(reason))) return { kind: 'unauthorized', message };
  return { kind: 'rejected', message };
}

const short = (reason: string): string => reason.replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed();

import * as nip19 from 'nostr-tools/nip19';
import type { VerifiedEvent } from 'nostr-tools/pure';
import { joined, say } from '../../languages/sentence.ts';
import { fromStoredMessage, toStoredMessage } from '../../languages/stored-message.ts';
import { ApiFault, type FaultOutcome, faultWith } from '../api/api-fault.ts';
import type { PublishCall } from '../connector.ts';
import { imagesOf, uploadImages } from '../images.ts';
import type { Facet, JsonObject, Outcome } from '../platform.ts';
import { openCover, streamedVideo, videoOf } from '../videos.ts';
import { type NostrAccount, readNostrAccount } from './nostr-account.ts';
import { askRelay, type Relay, withRelays } from './relay.ts';
import { asIntended, signNotes } from './sign-notes.ts';
import { uploadToBlossom } from './upload-to-blossom.ts';

/** A relay's response to an event, or its silence. */
type Word = { kind: 'kept' } | { kind: 'refused'; reason: string } | { kind: 'silent'; reason: string };

/** Sends the events to every relay; an event accepted by one relay is published. */
export async function publishToNostr(call: PublishCall): Promise<Outcome> {
  const { payload, account, intent, onSending } = call;
  const known = asIntended(readNostrAccount(account), intent);
  const events = signNotes(payload, intent, known, call.replyTo);
  const learned = await uploadMedia(call, known);
  return withRelays(call, known, async (relays) => {
    await onSending(learned);
    for (const [index, event] of events.entries()) {
      const fault = faultOf(await Promise.all(relays.map((relay) => sendEvent(relay, event))));
      if (!fault) continue;
      if (index === 0) throw new ApiFault(fault);
      return {
        kind: 'unknown',
        ...toStoredMessage(say`${index} of ${events.length} posts of the thread were published. ${fromStoredMessage(fault)}`),
      };
    }
    const [{ id }] = events;
    return { kind: 'published', providerId: id, url: noteUrl(id) };
  });
}

/** What is needed to find the post again: the addresses of its images and its video are part of it. */
async function uploadMedia(call: PublishCall, known: NostrAccount): Promise<JsonObject | undefined> {
  const video = videoOf(call.payload);
  if (!video && imagesOf(call.payload).length === 0) return undefined;
  if (known.mediaServer === null) {
    const words = say`Pictures and videos need a media server. Connect the account again and name one.`;
    throw faultWith('rejected', words);
  }
  const film = await streamedVideo(call);
  const cover = video && (await openCover(call, video));
  if (film) await uploadToBlossom(call, known, { ...film, sha256: film.signed.sha256 });
  if (cover) await uploadToBlossom(call, known, cover);
  await uploadImages(call, (image) => uploadToBlossom(call, known, image));
  return { mediaServer: known.mediaServer };
}

/** A page for any note; relays have none. */
export function noteUrl(id: string): string {
  return `https://njump.me/${nip19.noteEncode(id)}`;
}

/** NIP-01: `["OK", <id>, <true or false>, "<reason>"]`; true also where the relay had it before. */
async function sendEvent(relay: Relay, event: VerifiedEvent): Promise<Word> {
  try {
    const { isKept, reason } = await askRelay(relay, async () => {
      const answer = relay.waitFor(([type, id, isThere, why]) =>
        type === 'OK' && id === event.id ? { isKept: isThere === true, reason: String(why ?? '') } : undefined,
      );
      relay.send(['EVENT', event]);
      return answer;
    });
    // Some relays refuse an event they have, where NIP-01 wants them to accept it; either way it is there.
    if (isKept || reason.startsWith('duplicate:')) return { kind: 'kept' };
    // "error" is the relay's own fault, after which it may or may not have stored the event.
    return { kind: reason.startsWith('error:') ? 'silent' : 'refused', reason };
  } catch (error) {
    return { kind: 'silent', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Null if at least one relay has stored the event. */
function faultOf(words: readonly Word[]): FaultOutcome | null {
  if (words.some(({ kind }) => kind === 'kept')) return null;
  const silent = words.find((word) => word.kind === 'silent');
  if (silent?.kind === 'silent') return { kind: 'unknown', ...toStoredMessage(say`A relay did not respond: ${short(silent.reason)}.`) };
  const reasons = words.flatMap((word) => (word.kind === 'kept' ? [] : [word.reason]));
  const response = say`The relays responded: ${short(reasons.join('; ')) || 'no'}.`;
  const answer = toStoredMessage(reasons.some((reason) => SHUT_OUT.test(reason)) ? joined([response, OTHER_RELAYS]) : response);
  if (reasons.some((reason) => reason.startsWith('rate-limited:'))) return { kind: 'rate_limited', ...answer, retryAfterSeconds: null };
  return { kind: 'rejected', ...answer };
}

/** What a person can do by the prefixes of a reason (NIP-01: blocked, restricted, pow; NIP-42: auth-required). */
const OTHER_RELAYS = say`Ask the operators of these relays to accept the key, or connect the account again with other relays.`;
const SHUT_OUT = /^(blocked|restricted|pow|auth-required):/;

const short = (reason: string): string => reason.replaceAll(/\s+/g, ' ').slice(0, 200).toWellFormed();

const SCHEME = 'nostr:';

/** The public keys, in hex, of the accounts that a text mentions as NIP-27 has it: `nostr:npub1…` or `nostr:nprofile1…`; each once. */
export function mentionedKeys(facets: readonly Pick<Facet, 'kind' | 'target'>[]): string[] {
  const mentions = facets.filter(({ kind }) => kind === 'mention');
  return [...new Set(mentions.flatMap(({ target }) => keyOf(target.slice(SCHEME.length)) ?? []))];
}

/** Null for an invalid checksum. */
function keyOf(code: string): string | null {
  try {
    const decoded = nip19.decode(code.toLowerCase());
    if (decoded.type === 'npub') return decoded.data;
    return decoded.type === 'nprofile' ? decoded.data.pubkey : null;
  } catch {
    return null;
  }
}

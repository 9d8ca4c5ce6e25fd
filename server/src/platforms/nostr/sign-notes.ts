import { finalizeEvent, type VerifiedEvent } from 'nostr-tools/pure';
import type { CommentedPost, Intent, JsonObject } from '../platform.ts';
import { shownMedia } from '../videos.ts';
import type { NostrAccount } from './nostr-account.ts';
import { blobAddress } from './upload-to-blossom.ts';

const TEXT_NOTE = 1;

/**
 * The signed events of a payload. Their ids depend only on the payload, the account and the intent, so every attempt
 * yields the same ones. Replies name root and parent (NIP-10);
 * those of `replyTo` come before.
 */
export function signNotes(
  payload: JsonObject,
  intent: Intent,
  account: NostrAccount,
  replyTo?: CommentedPost,
): [VerifiedEvent, ...VerifiedEvent[]] {
  const { secretKey, mediaServer } = asIntended(account, intent);
  const before = replyTo ? signNotes(replyTo.payload, replyTo.intent, account) : [];
  const createdAt = Math.floor(Date.parse(intent.createdAt) / 1000);
  const events: VerifiedEvent[] = [];
  const media = mediaOf(payload, mediaServer);
  for (const [index, note] of notesOf(payload).entries()) {
    const shown = index === 0 ? media : [];
    const tags = [...note.tags, ...shown.map(({ tag }) => tag), ...replyTags([...before, ...events])];
    const content = [note.content, ...shown.map(({ address }) => address)].filter(Boolean).join('\n');
    events.push(finalizeEvent({ kind: TEXT_NOTE, created_at: createdAt + index, content, tags }, secretKey));
  }
  const [first, ...rest] = events;
  if (!first) throw new Error('The payload has no notes.');
  return [first, ...rest];
}

/** With the media server of the intent, should the account have another by now: with another address it would be another event. */
export function asIntended(account: NostrAccount, { keys }: Intent): NostrAccount {
  return typeof keys.mediaServer === 'string' ? { ...account, mediaServer: keys.mediaServer } : account;
}

/** Clients show a media address in the text; NIP-92 describes it, and names the picture that a video has before it plays. */
function mediaOf(payload: JsonObject, mediaServer: string | null): { address: string; tag: string[] }[] {
  if (mediaServer === null) return [];
  return shownMedia(payload).map(({ cover, alt_text: altText, ...file }) => {
    const address = blobAddress(mediaServer, file);
    const poster = cover && 'sha256' in cover ? [`image ${blobAddress(mediaServer, cover)}`] : [];
    const fields = [`url ${address}`, `m ${file.mime_type}`, `x ${file.sha256}`, ...poster];
    return { address, tag: ['imeta', ...fields, ...(altText ? [`alt ${altText}`] : [])] };
  });
}

function replyTags(before: readonly VerifiedEvent[]): string[][] {
  const [root] = before;
  const parent = before.at(-1);
  if (!root || !parent) return [];
  return [['e', root.id, '', 'root'], ...(parent === root ? [] : [['e', parent.id, '', 'reply']]), ['p', root.pubkey]];
}

function notesOf(payload: JsonObject): { content: string; tags: string[][] }[] {
  return (Array.isArray(payload.notes) ? payload.notes : []).map((note) => {
    const { content, tags } = note as JsonObject;
    if (typeof content !== 'string' || !Array.isArray(tags)) throw new Error('A note of the payload cannot be read.');
    return { content, tags: tags as string[][] };
  });
}

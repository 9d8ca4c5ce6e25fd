import { finalizeEvent, type VerifiedEvent } from 'nostr-tools';
import type { Intent, JsonObject } from '../platform.ts';

const TEXT_NOTE = 1;

/**
 * The signed events of a payload. Their ids follow from the payload, the key and the time of the
 * intent alone, so every try gives the same ones. Replies name root and parent (NIP-10).
 */
export function signNotes(payload: JsonObject, intent: Intent, secretKey: Uint8Array): [VerifiedEvent, ...VerifiedEvent[]] {
  const createdAt = Math.floor(Date.parse(intent.createdAt) / 1000);
  const events: VerifiedEvent[] = [];
  for (const [index, note] of notesOf(payload).entries()) {
    const tags = [...note.tags, ...replyTags(events)];
    events.push(finalizeEvent({ kind: TEXT_NOTE, created_at: createdAt + index, content: note.content, tags }, secretKey));
  }
  const [first, ...rest] = events;
  if (!first) throw new Error('The payload has no notes.');
  return [first, ...rest];
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

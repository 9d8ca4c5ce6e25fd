import type { ReadBackCall } from '../connector.ts';
import type { JsonObject, ReadBack } from '../platform.ts';
import { findOnNostr } from './find-on-nostr.ts';

/** An event's id is the hash of its content: what is found under it is what was signed. */
export async function readBackFromNostr(call: ReadBackCall): Promise<ReadBack> {
  const finding = await findOnNostr(call);
  if (finding.kind === 'absent') return { kind: 'gone', seenBy: 'public' };
  if (finding.kind === 'unsure') return { ...finding, kind: 'unreadable' };
  const notes = (call.payload.notes ?? []) as JsonObject[];
  const signed = { text: notes.map(({ content }) => String(content)).join('\n\n') };
  return { kind: 'found', seenBy: 'public', signed, published: finding.kind === 'found' ? signed : {} };
}

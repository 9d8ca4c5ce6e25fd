import type { FindCall } from '../connector.ts';
import type { LookupResult } from '../platform.ts';
import { findThread } from '../send-thread.ts';
import { readNostrAccount } from './nostr-account.ts';
import { withRelays } from './open-relays.ts';
import { noteUrl } from './publish-to-nostr.ts';
import type { Relay } from './relay.ts';
import { signNotes } from './sign-notes.ts';

/** Queries every relay for the events by their ids. An unreachable relay may be the one that has them. */
export async function findOnNostr(call: FindCall): Promise<LookupResult> {
  const { payload, account, intent } = call;
  const known = readNostrAccount(account);
  const urls = known.relays;
  const ids = signNotes(payload, intent, known).map(({ id }) => id);
  return withRelays(call, urls, async (relays) => {
    const answers = await Promise.allSettled(relays.map((relay) => askForIds(relay, ids)));
    const kept = new Set(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])));
    const finding = findThread(
      'Nostr',
      ids.map((id) => (kept.has(id) ? { id, url: noteUrl(id) } : undefined)),
    );
    const isWhole = relays.length === urls.length && answers.every(({ status }) => status === 'fulfilled');
    if (finding.kind === 'absent' && !isWhole) return { kind: 'unsure', message: 'Not every relay gave an answer.' };
    return finding;
  });
}

/** NIP-01: events by their ids, up to the end of what is stored. */
async function askForIds(relay: Relay, ids: readonly string[]): Promise<string[]> {
  const name = 'find';
  const found: string[] = [];
  const answer = relay.waitFor(([type, subscription, event]) => {
    if (subscription !== name) return undefined;
    if (type === 'EVENT') found.push(String((event as { id?: unknown })?.id));
    return type === 'EOSE' || type === 'CLOSED' ? type : undefined;
  });
  relay.send(['REQ', name, { ids, limit: ids.length }]);
  if ((await answer) === 'CLOSED') throw new Error('The relay does not answer this question.');
  return found;
}

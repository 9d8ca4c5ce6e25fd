import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Event, EventRepository, type Filter } from '@nostr-relay/common';
import { NostrRelay } from '@nostr-relay/core';
import { type WebSocket, WebSocketServer } from 'ws';

/** What happens to a new event instead of, or after, storing it. */
export type RelayKnob = 'keeps it and says nothing' | 'keeps it and hangs up' | 'hangs up' | 'says nothing' | `refuses: ${string}`;

export interface TestRelay {
  url: string;
  /** Its limits, by the names of NIP-11. */
  limitation: Record<string, number>;
  events: Event[];
  /** Whether it answers only those who have named themselves (NIP-42). */
  asksForNames(wanted: boolean): void;
  fail(knob: RelayKnob | null): void;
  stop(): Promise<void>;
}

/** The real relay of @nostr-relay/core, which checks ids and signatures, over an array. */
class ArrayRepository extends EventRepository {
  readonly events: Event[] = [];

  isSearchSupported(): boolean {
    return false;
  }

  upsert(event: Event): { isDuplicate: boolean } {
    const isDuplicate = this.events.some(({ id }) => id === event.id);
    if (!isDuplicate) this.events.push(event);
    return { isDuplicate };
  }

  find({ ids, kinds, authors }: Filter): Event[] {
    return this.events.filter(
      (event) => (ids?.includes(event.id) ?? true) && (kinds?.includes(event.kind) ?? true) && (authors?.includes(event.pubkey) ?? true),
    );
  }

  async destroy(): Promise<void> {}
}

export async function startNostrRelay(): Promise<TestRelay> {
  const repository = new ArrayRepository();
  const relay = new NostrRelay(repository, { filterResultCacheTtl: 0, hostname: '127.0.0.1' });
  const limitation: Record<string, number> = {};
  // NIP-11: at the same address, by http.
  const web = createServer((_request, response) => response.end(JSON.stringify({ name: 'Harbour', limitation })));
  const server = new WebSocketServer({ server: web });
  let knob: RelayKnob | null = null;
  let asksForNames = false;
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  server.on('connection', (socket) => {
    relay.handleConnection(socket);
    socket.on('close', () => relay.handleDisconnect(socket));
    socket.on('message', (data) => {
      const message = JSON.parse(data.toString());
      const [type, subject] = message;
      if (asksForNames && type !== 'AUTH' && !relay.isAuthorized(socket)) socket.send(JSON.stringify(askForName(type, subject)));
      else if (knob && message[0] === 'EVENT') misbehave(knob, socket, message[1], repository);
      else void relay.handleMessage(socket, message);
    });
  });
  return {
    url: `ws://127.0.0.1:${(web.address() as AddressInfo).port}/`,
    limitation,
    events: repository.events,
    asksForNames(wanted) {
      asksForNames = wanted;
    },
    fail(wanted) {
      knob = wanted;
    },
    async stop() {
      for (const client of server.clients) client.terminate();
      server.close();
      web.closeAllConnections();
      web.close();
      await once(web, 'close');
      await relay.destroy();
    },
  };
}

const askForName = (type: string, subject: string & Event): unknown[] =>
  type === 'EVENT' ? ['OK', subject.id, false, 'auth-required: who writes?'] : ['CLOSED', subject, 'auth-required: who asks?'];

function misbehave(knob: RelayKnob, socket: WebSocket, event: Event, repository: ArrayRepository): void {
  if (knob.startsWith('keeps it')) repository.upsert(event);
  if (knob.endsWith('hangs up')) socket.terminate();
  if (knob.startsWith('refuses: ')) socket.send(JSON.stringify(['OK', event.id, false, knob.slice('refuses: '.length)]));
}

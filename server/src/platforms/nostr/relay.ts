import { once } from 'node:events';
import { makeAuthEvent } from 'nostr-tools/nip42';
import { finalizeEvent } from 'nostr-tools/pure';
import type { RawData, WebSocket } from 'ws';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { findRefusal } from '../../outbound/outbound-fault.ts';
import { ApiFault } from '../api/api-fault.ts';
import type { Call } from '../connector.ts';
import type { NostrAccount } from './nostr-account.ts';

const OPEN_MS = 10_000;
const ANSWER_MS = 10_000;
const LARGEST_MESSAGE_BYTES = 1_048_576;

type Message = [type: string, ...rest: unknown[]];

/** An open connection to one relay. */
export interface Relay {
  url: string;
  send(message: Message): void;
  /** The first message for which `pick` returns a value. Rejects when the relay closes, or on timeout. */
  waitFor<T>(pick: (message: Message) => T | undefined): Promise<T>;
  /** NIP-42: names the account to the relay, by the challenge that it sent. Whether that was accepted. */
  authenticate(): Promise<boolean>;
  close(): void;
}

/** Opens a connection, without redirects and without messages larger than 1 MiB. */
async function openRelay({ outbound, signal }: Caller, url: string, secretKey: Uint8Array): Promise<Relay> {
  signal.throwIfAborted();
  const socket = await outbound.openSocket(url, { openMs: OPEN_MS, mostBytes: LARGEST_MESSAGE_BYTES, signal });
  const waiting = new Set<(message: Message | null) => void>();
  let challenge: string | null = null;
  const tell = (message: Message | null): void => {
    for (const listener of [...waiting]) listener(message);
  };
  socket.on('message', (data) => {
    const message = readMessage(data);
    if (message?.[0] === 'AUTH') challenge = String(message[1]);
    if (message) tell(message);
  });
  socket.on('close', () => tell(null));
  // Reported by the `close` event that follows.
  socket.on('error', () => {});
  const stop = (): void => socket.terminate();
  signal.addEventListener('abort', stop);
  await once(socket, 'open', { signal });
  const send = (message: Message): void => socket.send(JSON.stringify(message));
  return {
    url,
    send,
    waitFor: (pick) => waitForAnswer(socket, waiting, pick),
    async authenticate() {
      if (challenge === null) return false;
      const event = finalizeEvent(makeAuthEvent(url, challenge), secretKey);
      const answer = waitForAnswer(socket, waiting, ([type, id, isAccepted]) =>
        type === 'OK' && id === event.id ? isAccepted === true : undefined,
      );
      send(['AUTH', event]);
      return answer;
    },
    close() {
      signal.removeEventListener('abort', stop);
      socket.terminate();
    },
  };
}

/** The answer to a question, asked once more where the relay wants to know first who asks. */
export async function askRelay<Answer extends { reason: string }>(relay: Relay, ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  return answer.reason.startsWith('auth-required:') && (await relay.authenticate()) ? ask() : answer;
}

function waitForAnswer<T>(
  socket: WebSocket,
  waiting: Set<(message: Message | null) => void>,
  pick: (message: Message) => T | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      waiting.delete(listener);
      settle();
    };
    const listener = (message: Message | null): void => {
      const picked = message === null ? undefined : pick(message);
      if (message === null) end(() => reject(new Error('the relay closed the connection')));
      else if (picked !== undefined) end(() => resolve(picked));
    };
    const timer = setTimeout(() => end(() => reject(new Error('the relay gave no answer in time'))), ANSWER_MS);
    waiting.add(listener);
    if (socket.readyState !== socket.OPEN) listener(null);
  });
}

function readMessage(data: RawData): Message | null {
  try {
    const message: unknown = JSON.parse(data.toString());
    return Array.isArray(message) && typeof message[0] === 'string' ? (message as Message) : null;
  } catch {
    return null;
  }
}

type Caller = Pick<Call, 'outbound' | 'signal'>;

/** Runs `work` with every reachable relay of the account; throws ApiFault if there is none. */
export async function withRelays<T>(
  call: Caller,
  { relays: urls, secretKey }: Pick<NostrAccount, 'relays' | 'secretKey'>,
  work: (relays: Relay[]) => Promise<T>,
): Promise<T> {
  const opened = await Promise.allSettled(urls.map((url) => openRelay(call, url, secretKey)));
  const relays = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    if (relays.length > 0) return await work(relays);
    const refused = opened.map((each) => (each.status === 'rejected' ? findRefusal(each.reason) : null)).find(Boolean);
    const stored = toStoredMessage(say`None of the relays can be reached: ${urls.map((url) => new URL(url).host).join(', ')}.`);
    throw new ApiFault({ kind: 'unavailable', ...stored, retryAfterSeconds: null }, '', refused);
  } finally {
    for (const relay of relays) relay.close();
  }
}

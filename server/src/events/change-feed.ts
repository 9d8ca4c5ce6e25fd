import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import type { Engine } from '../db/probe-engine.ts';
import { reasonOf } from '../log.ts';

export const CHANGE_KINDS = ['approval', 'draft', 'publish_job', 'connection', 'grant', 'notice'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** Something in a workspace has changed; listeners query the new state themselves. */
export interface Change {
  kind: ChangeKind;
  workspaceId: string;
  id: string;
  /** The draft of an approval or a publish job. */
  draftId?: string;
}

/** The database's notifications to every listening process. */
export type News =
  | { type: 'change'; change: Change }
  /** A permission ended or changed: of this person or grant, or, if null, of anyone. */
  | { type: 'access'; subjectId: string | null }
  /** There are new events of a workspace, up to this number. */
  | { type: 'events'; workspaceId: string; lastSequence: number }
  /** The connection to the database was broken: anything may have changed. */
  | { type: 'missed' };

/** The id of the person or grant behind a caller, as in changes of permissions. */
export function subjectOf(actor: Actor): string {
  if (actor.kind === 'user') return actor.userId;
  return actor.kind === 'agent' ? actor.grantId : actor.kind;
}

/** Whether the caller's access may have ended or changed. */
export const concernsAccess = (news: News, actor: Actor): boolean =>
  news.type === 'access' && (news.subjectId === null || news.subjectId === subjectOf(actor));

interface Payload {
  kind: string;
  workspaceId?: string;
  id: string | null;
  draftId?: string;
}

/** Parses a notification's payload; null for an unknown one. */
function readNews(payload: string): News | null {
  const { kind, workspaceId, id, draftId } = JSON.parse(payload) as Payload;
  if (kind === 'access') return { type: 'access', subjectId: id };
  if (kind === 'events') return { type: 'events', workspaceId: workspaceId ?? '', lastSequence: Number(id) };
  const known = CHANGE_KINDS.find((one) => one === kind);
  return known && workspaceId && id ? { type: 'change', change: { kind: known, workspaceId, id, ...(draftId && { draftId }) } } : null;
}

/** Changes by other processes, after their commit. */
export interface ChangeFeed {
  /**
   * Calls `listener` for each event from now on, until the returned function is called; with `sinceMs` also for those
   * of so many milliseconds before, or with `missed` where these are unknown. Rejects if the database cannot be
   * reached.
   */
  listen(listener: (news: News) => void, sinceMs?: number): Promise<() => void>;
  /** Stops all notifications. */
  close(): Promise<void>;
}

const CHANNEL = 'countersign_changes';
const CHECK_MS = 15_000;
const ANSWER_MS = 5_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
/**
 * The connection is kept open this long without listeners, so a client that reconnects soon can be given what it
 * missed.
 */
const LINGER_MS = 10 * 60_000;
/** The polling interval for databases without notifications. */
const LOOK_EVERY_MS = 2_000;

interface Line {
  client: Client;
  check: NodeJS.Timeout;
}

/**
 * One LISTEN connection per process, open while there are listeners and a while longer. When it breaks, it is
 * reopened, and all listeners are notified that events may have been missed.
 */
export function createChangeFeed(url: () => string, log: Logger, { isLive }: Pick<Engine, 'isLive'> = { isLive: true }): ChangeFeed {
  return isLive ? createLiveFeed(url, log) : createLookingFeed();
}

/** Without notifications: anything may have changed since the last poll. */
function createLookingFeed(): ChangeFeed {
  return {
    async listen(listener, sinceMs = 0) {
      if (sinceMs > 0) listener({ type: 'missed' });
      const timer = setInterval(() => listener({ type: 'missed' }), LOOK_EVERY_MS).unref();
      return () => clearInterval(timer);
    },
    close: async () => {},
  };
}

function createLiveFeed(url: () => string, log: Logger): ChangeFeed {
  const listeners = new Set<(news: News) => void>();
  let line: Promise<Line> | null = null;
  let lingering: NodeJS.Timeout | undefined;
  const kept = keepNews();

  const tell = (news: News | null): void => {
    if (!news) return;
    kept.add(news);
    for (const listener of listeners) listener(news);
  };

  const reconnect = async (): Promise<void> => {
    if (listeners.size === 0) return;
    line ??= open();
    await line;
    tell({ type: 'missed' });
  };
  const retries = createRetries(reconnect);

  const open = (): Promise<Line> => {
    const opened = connect(url(), {
      received: (payload) => tell(readNews(payload)),
      broke: (error) => {
        if (line !== opened) return;
        line = null;
        kept.forget();
        if (listeners.size === 0) return;
        log.warn({ reason: reasonOf(error) }, 'Live updates lost the database connection. Reconnecting.');
        retries.begin();
      },
    });
    opened.then(kept.begin, () => {
      if (line === opened) line = null;
    });
    return opened;
  };

  const end = async (): Promise<void> => {
    retries.stop();
    clearTimeout(lingering);
    const last = line;
    line = null;
    await last?.then(closeLine).catch(() => undefined);
  };

  const leave = (listener: (news: News) => void): void => {
    if (listeners.delete(listener) && listeners.size === 0) lingering = setTimeout(end, LINGER_MS).unref();
  };

  return {
    async listen(listener, sinceMs = 0) {
      listeners.add(listener);
      clearTimeout(lingering);
      try {
        line ??= open();
        await line;
      } catch (error) {
        leave(listener);
        throw error;
      }
      for (const news of sinceMs > 0 ? kept.of(sinceMs) : []) listener(news);
      return () => leave(listener);
    },
    close() {
      listeners.clear();
      return end();
    },
  };
}

/** Does `work` after pauses that grow, until it succeeds. */
function createRetries(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  const after = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => work().catch(() => after(Math.min(delayMs * 2, MAX_RETRY_MS))), delayMs).unref();
  };
  return { begin: () => after(FIRST_RETRY_MS), stop: () => clearTimeout(timer) };
}

/** A connection outside the pool, since LISTEN is bound to the session. */
async function connect(url: string, hear: { received: (payload: string) => void; broke: (error?: Error) => void }): Promise<Line> {
  const client = new Client({
    connectionString: url,
    application_name: 'countersign changes',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  const giveUp = (error: Error): void => {
    hear.broke(error);
    client.end().catch(() => undefined);
  };
  client.on('notification', ({ payload }) => hear.received(payload ?? ''));
  client.on('error', hear.broke);
  await client.connect();
  try {
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    // A standby accepts connections but no LISTEN.
    await client.end().catch(() => undefined);
    throw error;
  }
  // A broken connection stays silent; only a query reveals it.
  const check = setInterval(() => client.query('select 1').catch(giveUp), CHECK_MS).unref();
  // Does not keep the process from ending.
  (client as Client & { unref(): void }).unref();
  client.on('end', () => {
    clearInterval(check);
    hear.broke();
  });
  return { client, check };
}

async function closeLine({ client, check }: Line): Promise<void> {
  clearInterval(check);
  client.removeAllListeners('end');
  await client.end();
}

/** How long, and how many, past notifications are kept for new listeners. */
const KEPT_MS = 30_000;
const MOST_KEPT = 5_000;

/** The recent notifications of a connection, as long as it is open. */
function keepNews() {
  let received: { at: number; news: News }[] = [];
  let since = Number.POSITIVE_INFINITY;
  return {
    begin(): void {
      received = [];
      since = performance.now();
    },
    forget(): void {
      received = [];
      since = Number.POSITIVE_INFINITY;
    },
    add(news: News): void {
      const at = performance.now();
      received.push({ at, news });
      const oldest = received.length > MOST_KEPT ? (received[0]?.at ?? at) : at - KEPT_MS;
      since = Math.max(since, oldest);
      while (received[0] && received[0].at <= oldest) received.shift();
    },
    of(sinceMs: number): News[] {
      const from = performance.now() - sinceMs;
      return from < since ? [{ type: 'missed' }] : received.filter(({ at }) => at >= from).map(({ news }) => news);
    },
  };
}

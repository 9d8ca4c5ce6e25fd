import { type ChangeKind, ChangesDocument, type ChangesSubscriptionVariables as ChangesVariables } from '../../gql/graphql.ts';
import { readEvents, type ServerEvent } from './read-events.ts';

/** The server sends something every 15 seconds; a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000;
/** An allowance for latency: the stream begins this much earlier. */
const ON_THE_WAY_MS = 5_000;
/** Beyond this, reload everything. */
const TOO_LONG_MS = 3_600_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

interface Hear {
  /** The stream is open: it includes changes since the page was opened, or since the last stream. */
  begun: () => void;
  changed: (kind: ChangeKind) => void;
  /** It was closed; it will be reopened. */
  lost: () => void;
}

/** Follows a workspace's changes until the returned function is called; reconnects if needed. */
export function openChanges(workspaceId: string, hear: Hear): () => void {
  const leaving = new AbortController();
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  // Data are never older than the page: its first queries run while the first stream connects.
  let heardAt = performance.timeOrigin;

  const follow = async (): Promise<void> => {
    // By the system clock, which runs while the machine sleeps; if it was set back, the time is unknown.
    const silentMs = Math.ceil(Date.now() - heardAt);
    const sinceMs = silentMs < 0 ? TOO_LONG_MS : Math.min(silentMs + ON_THE_WAY_MS, TOO_LONG_MS);
    try {
      for await (const event of readStream({ workspaceId, sinceMs }, leaving.signal)) {
        heardAt = Date.now();
        if (event === 'begun') {
          retryMs = FIRST_RETRY_MS;
          hear.begun();
        } else if (event) {
          hear.changed(event);
        }
      }
    } catch {
      // Whatever the error, polling takes over until the stream is open again.
    }
    if (leaving.signal.aborted) return;
    hear.lost();
    timer = setTimeout(follow, retryMs * (0.75 + Math.random() / 2));
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  };

  void follow();
  return () => {
    leaving.abort();
    clearTimeout(timer);
  };
}

async function* readStream(variables: ChangesVariables, signal: AbortSignal): AsyncGenerator<'begun' | ChangeKind | null> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch('/api/graphql', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ query: ChangesDocument.toString(), variables }),
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) return;
    let hasBegun = false;
    for await (const event of readEvents(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const kind = kindOf(event);
      if (kind === 'over') return;
      if (!hasBegun) yield 'begun';
      hasBegun = true;
      yield kind;
    }
  } finally {
    clearTimeout(timer);
  }
}

function kindOf(event: ServerEvent | null): ChangeKind | 'over' | null {
  if (!event) return null;
  if (event.event !== 'next') return 'over';
  const { data } = JSON.parse(event.data) as { data?: { changes: { kind: ChangeKind } } | null };
  return data?.changes.kind ?? 'over';
}

import { useSyncExternalStore } from 'react';
import type { ChangeKind } from '../../gql/graphql.ts';

/** Whether the screen is updated live. */
export type LiveState = 'connecting' | 'live' | 'lost';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: readonly ChangeKind[] };
  }
}

/** With a stream, polling only covers what it does not report, such as the passing of time. */
const LIVE_POLL_MS = 60_000;
const LOST_POLL_MS = 5_000;

let state: LiveState = 'connecting';
const listeners = new Set<() => void>();

export function setLiveState(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribe, () => state);
}

/**
 * Options for a query to be refetched when one of these kinds changes in the open workspace: `queryOptions({
 * queryKey, queryFn, ...live('APPROVAL') })`. Without a stream it polls.
 */
export function live(...kinds: ChangeKind[]) {
  return { meta: { live: kinds }, refetchInterval: () => (state === 'live' ? LIVE_POLL_MS : LOST_POLL_MS) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

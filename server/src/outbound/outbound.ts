import { WebSocket } from 'ws';
import { inSpan } from '../tracing.ts';
import { createAddressPolicy, type Destination, type PolicySettings, resolveHost } from './address-policy.ts';
import { type Answer, fetchBounded, type OutboundRequest } from './fetch-bounded.ts';
import { type GuardedFetch, openGuardedFetch, pinTo } from './guarded-fetch.ts';

/**
 * The only client for addresses that the operator has not set: links and images of strangers, platforms, servers that
 * customers name, and the like. One policy decides what may be called (address-policy.ts), the checked address is the
 * one that is connected to, each redirect is checked again, and time and size are bounded.
 */
export interface Outbound {
  /**
   * One request, with its response of any status; redirects too, unless `redirects` permits following some. Throws
   * OutboundFault without a response, or what `judge` throws.
   */
  fetch(url: string | URL, request: OutboundRequest): Promise<Answer>;
  /**
   * Opens a websocket, without redirects and without messages larger than `mostBytes`. Throws OutboundFault if the
   * address is refused.
   */
  openSocket(url: string | URL, limits: SocketLimits): Promise<WebSocket>;
  /**
   * Checks whether a server may be called, by its current DNS records, without connecting. Throws OutboundFault if
   * not.
   */
  check(url: string | URL): Promise<void>;
}

export interface SocketLimits {
  openMs: number;
  mostBytes: number;
  signal: AbortSignal;
}

export interface OutboundSettings extends Omit<PolicySettings, 'resolve'> {
  /** The default user agent. */
  userAgent: string;
  /** The name servers of the system by default. */
  resolve?: PolicySettings['resolve'];
}

const CHECK_MS = 5_000;

export function createOutbound({ userAgent, resolve = resolveHost, ...settings }: OutboundSettings): Outbound {
  const policy = createAddressPolicy({ ...settings, resolve });
  const fetches = new Map<Destination, Promise<GuardedFetch>>();
  const fetchOf = (destination: Destination): Promise<GuardedFetch> => {
    const opened = fetches.get(destination) ?? openGuardedFetch(policy, destination);
    fetches.set(destination, opened);
    return opened;
  };
  return {
    async fetch(url, request) {
      const headers = { 'user-agent': userAgent, ...request.headers };
      // Without the path, which some networks have a token in.
      const attributes = { 'http.request.method': request.method ?? 'GET', 'server.address': URL.parse(String(url))?.hostname };
      return inSpan(request.method ?? 'GET', { kind: 'client', attributes }, async (span) => {
        const answer = await fetchBounded(url, { ...request, headers }, await fetchOf(request.to ?? 'server'));
        span.set({ 'http.response.status_code': answer.status });
        return answer;
      });
    },
    async openSocket(url, { openMs, mostBytes, signal }) {
      const addresses = await policy.addressesOf(new URL(url), 'server', signal);
      signal.throwIfAborted();
      return new WebSocket(url, {
        followRedirects: false,
        handshakeTimeout: openMs,
        maxPayload: mostBytes,
        perMessageDeflate: false,
        lookup: pinTo(addresses),
        headers: { 'user-agent': userAgent },
      });
    },
    async check(url) {
      await policy.addressesOf(new URL(url), 'server', AbortSignal.timeout(CHECK_MS));
    },
  };
}

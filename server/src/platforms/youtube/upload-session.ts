import type { ApiAnswer } from '../api/call-api.ts';
import { textAt } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import { bearer } from '../oauth/tokens.ts';

/** The state of a resumable upload (developers.google.com/youtube/v3/guides/using_resumable_upload_protocol). */
export type SessionState =
  /** The first byte that has not arrived. */
  | { kind: 'open'; received: number }
  | { kind: 'complete'; videoId: string }
  /** YouTube knows it no more. */
  | { kind: 'gone' };

/** `Range: bytes=0-524287` names what arrived; without it nothing did. */
export function stateOf({ status, headers, body }: ApiAnswer): SessionState {
  const videoId = textAt(body, 'id');
  if (status !== 308 && videoId !== null) return { kind: 'complete', videoId };
  const last = /^bytes=0-(\d+)$/.exec(headers.get('range') ?? '')?.[1];
  return { kind: 'open', received: last === undefined ? 0 : Number(last) + 1 };
}

/** Asks how much of an upload arrived, without sending anything of it. */
export async function askSession({ api, account }: Pick<Call, 'api' | 'account'>, url: string, size: number): Promise<SessionState> {
  const headers = { ...bearer(account), 'content-range': `bytes */${size}` };
  const answer = await api.look({ method: 'PUT', url, headers, mayBeEmpty: true, alsoSucceeds: [308] });
  return answer ? stateOf(answer) : { kind: 'gone' };
}

import type { PatroniNode } from './patroni-node.ts';

/** A node as reported by Patroni. */
export interface Member {
  name: string;
  role: string;
  state: string;
  /** Bytes behind the leader. */
  lag?: number | 'unknown';
}

/** By the first node that responds. */
export async function membersOf(nodes: readonly PatroniNode[]): Promise<Member[]> {
  for (const { restPort } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
  }
  return [];
}

export const leaderOf = (members: readonly Member[]): string | undefined =>
  members.find(({ role, state }) => role === 'leader' && state === 'running')?.name;

/** Further behind, Patroni lets none take over: it would lose too much. */
const MOST_BEHIND_BYTES = 1_048_576;

const isWell = ({ state, lag = 0 }: Member): boolean =>
  ['running', 'streaming'].includes(state) && lag !== 'unknown' && lag < MOST_BEHIND_BYTES;

/** Lagging for longer than recovery takes, and not recovering: `creating replica` is the state of a reinitialization. */
export const isStuck = (member: Member): boolean => !isWell(member) && member.role !== 'leader' && member.state !== 'creating replica';

export const isWhole = (members: readonly Member[], count: number, isSynchronous: boolean): boolean =>
  members.filter(isWell).length === count &&
  leaderOf(members) !== undefined &&
  (!isSynchronous || members.some(({ role }) => role === 'sync_standby'));

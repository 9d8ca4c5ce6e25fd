import type { GateViewFragment } from '../../gql/graphql.ts';

/** Passes since other targets can go out, and says which are held. */
export const isPartly = ({ code }: Pick<GateViewFragment, 'code'>): boolean => code.startsWith('partly_');

/** What keeps an approved post back; where nothing blocks, that a person holds it or that the month's budget is used. */
export const shutGate = (gates: readonly GateViewFragment[]): GateViewFragment | undefined =>
  gates.find(({ status }) => status === 'BLOCK') ??
  gates.find(({ gate, status }) => (gate === 'APPROVAL' || gate === 'CREDITS') && status === 'WAIT');

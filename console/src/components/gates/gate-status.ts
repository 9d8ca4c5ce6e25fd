import type { GateViewFragment } from '../../gql/graphql.ts';

/** Passes because other targets can be published; lists those that are held. */
export const isPartly = ({ code }: Pick<GateViewFragment, 'code'>): boolean => code.startsWith('partly_');

/** The gate that holds an approved post; without a blocking one, a hold by a person or a used-up budget. */
export const shutGate = (gates: readonly GateViewFragment[]): GateViewFragment | undefined =>
  gates.find(({ status }) => status === 'BLOCK') ??
  gates.find(({ gate, status }) => (gate === 'APPROVAL' || gate === 'CREDITS') && status === 'WAIT');

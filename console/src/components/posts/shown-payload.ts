import type { PayloadViewFragment } from '../../gql/graphql.ts';

/** The drawn parts of a payload; unsaved text has only these. */
export type ShownPayload = Pick<PayloadViewFragment, 'platform' | 'connection' | 'violations' | 'preview'>;

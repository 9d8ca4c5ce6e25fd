import type { PayloadViewFragment } from '../../gql/graphql.ts';

/** What of a payload is drawn; unsaved words have no more than this. */
export type ShownPayload = Pick<PayloadViewFragment, 'platform' | 'connection' | 'violations' | 'preview'>;

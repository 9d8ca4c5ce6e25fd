import type { GrantRequestViewFragment } from '../../gql/graphql.ts';

/** A decision of ours: where the browser goes now, in the code flow. */
export interface Decision {
  request: GrantRequestViewFragment;
  redirectUrl: string | null;
}

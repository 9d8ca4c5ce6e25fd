import type { PostCharge } from '../platforms/platform/charges.ts';
import type { GateSnapshot, PostCredits } from './gates/gate-snapshot.ts';

/** What one post costs in credits, and what its network charges the operator. */
export interface PostCost extends PostCredits {
  /** The operator's surcharge in these credits. */
  surcharge: number;
  /** For information only: it is not charged here. Null where the network is free. */
  charge: PostCharge | null;
}

/** Of every post without a reservation. */
export function postCosts({ credits, targets }: Pick<GateSnapshot, 'credits' | 'targets'>): PostCost[] {
  return credits.posts.map((post) => {
    const target = targets.find(({ platform, connection }) => platform === post.platform && (connection?.id ?? null) === post.connectionId);
    return { ...post, surcharge: post.credits - 1, charge: target?.charge ?? null };
  });
}

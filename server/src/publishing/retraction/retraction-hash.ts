import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** What a person signs to remove a post: this post, with this content, and nothing else. */
export function retractionHash({
  platform,
  providerId,
  payloadHash,
}: {
  platform: string;
  providerId: string;
  payloadHash: string;
}): string {
  const content = { action: 'retract', platform, provider_id: providerId, payload_hash: payloadHash };
  return createHash('sha256')
    .update(canonicalize(content) ?? '')
    .digest('hex');
}

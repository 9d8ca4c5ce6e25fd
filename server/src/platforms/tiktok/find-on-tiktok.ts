import type { FindCall } from '../connector.ts';
import type { LookupResult } from '../platform.ts';
import { videoOf } from '../videos/signed-video.ts';
import { postUrl, readStatus } from './post-status.ts';

/** Asks for the kept `publish_id`. */
export async function findOnTiktok(base: string, call: FindCall): Promise<LookupResult> {
  const { publishId } = call.intent.keys;
  // Without an id no byte was ever sent.
  if (typeof publishId !== 'string') return { kind: 'absent' };
  const status = await readStatus(base, call, publishId);
  if (status.kind === 'published')
    return { kind: 'found', providerId: status.postId ?? publishId, url: postUrl(call.account.username, status.postId) };
  const isCutOff = status.kind === 'uploading' && status.received < (videoOf(call.payload)?.byte_size ?? 0);
  return status.kind === 'failed' || isCutOff ? { kind: 'absent' } : { kind: 'unsure', message: 'TikTok still works on it.' };
}

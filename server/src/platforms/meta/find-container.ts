import type { FindCall } from '../connector.ts';
import type { LookupResult } from '../platform.ts';
import { type ContainerApi, findPublished, readContainer } from './containers.ts';

/** Asks for the container's status; the resulting post is recognized by its text among those of the account. */
export async function findContainer(api: ContainerApi, call: FindCall): Promise<LookupResult> {
  const { containerId } = call.intent.keys;
  // Without a container no post was ever requested.
  if (typeof containerId !== 'string') return { kind: 'absent' };
  const { status } = await readContainer(api, call, containerId);
  if (status === 'FINISHED' || status === 'ERROR' || status === 'EXPIRED') return { kind: 'absent' };
  if (status !== 'PUBLISHED') return { kind: 'unsure', message: `${api.label} still works on it.` };
  const post = await findPublished(api, call, call.payload);
  return { kind: 'found', providerId: post?.id ?? containerId, url: post?.url ?? null };
}

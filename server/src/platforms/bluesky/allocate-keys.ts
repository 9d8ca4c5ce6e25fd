import { createHash } from 'node:crypto';
import { TID } from '@atproto/common-web';
import type { IntentOwner, JsonObject } from '../platform.ts';

const CLOCK_IDS = 1024;

/**
 * A record key (TID) for each record of the payload, in the order of the thread. Derived from the publication: a
 * restored database finds earlier posts under the same key. The microseconds and the clock id come from the hash of
 * its id, since putRecord would overwrite another's post of the same millisecond.
 */
export function allocateKeys(payload: JsonObject, { id, createdAt }: IntentOwner): JsonObject {
  const records = Array.isArray(payload.records) ? payload.records : [];
  const chance = createHash('sha256').update(id).digest();
  const first = createdAt.getTime() * 1000 + (chance.readUInt32BE(0) % 1000);
  const clockId = chance.readUInt32BE(4) % CLOCK_IDS;
  return { rkeys: records.map((_, index) => TID.fromTime(first + index, clockId).toString()) };
}

import { randomInt } from 'node:crypto';
import { TID } from '@atproto/common-web';
import type { JsonObject } from '../platform.ts';

const CLOCK_IDS = 1024;

/**
 * A record key (TID) for each record of the payload, in the order of the thread. The microseconds
 * and the clock id are random, since putRecord would overwrite the post of another worker that
 * drew the same key in the same millisecond.
 */
export function allocateKeys(payload: JsonObject, now: Date): JsonObject {
  const records = Array.isArray(payload.records) ? payload.records : [];
  const first = now.getTime() * 1000 + randomInt(1000);
  const clockId = randomInt(CLOCK_IDS);
  return { rkeys: records.map((_, index) => TID.fromTime(first + index, clockId).toString()) };
}

import type { Intent, JsonObject } from '../platform.ts';

/** A record of the payload with its key from the intent. */
export interface RecordToSend {
  rkey: string;
  record: JsonObject;
}

/** Pairs the approved records with the allocated keys; a mismatch is a bug. */
export function pairRecords(payload: JsonObject, intent: Intent): [RecordToSend, ...RecordToSend[]] {
  const records = Array.isArray(payload.records) ? payload.records : [];
  const rkeys = Array.isArray(intent.keys.rkeys) ? intent.keys.rkeys : [];
  const pairs = records.map((record, index) => {
    const rkey = rkeys[index];
    if (typeof rkey !== 'string' || typeof record !== 'object' || record === null || Array.isArray(record)) {
      throw new Error('The payload and the keys of the intent do not match.');
    }
    return { rkey, record };
  });
  const [first, ...rest] = pairs;
  if (!first || rkeys.length !== records.length) throw new Error('The payload and the keys of the intent do not match.');
  return [first, ...rest];
}

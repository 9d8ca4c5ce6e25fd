import { v7 as uuidv7 } from 'uuid';

/** The prefix tells what an identifier names; one for each kind of row. */
export type IdPrefix =
  | 'acc'
  | 'usr'
  | 'wsp'
  | 'agt'
  | 'grt'
  | 'ses'
  | 'con'
  | 'cnr'
  | 'drf'
  | 'cps'
  | 'mdc'
  | 'mda'
  | 'cap'
  | 'pay'
  | 'apr'
  | 'dec'
  | 'sig'
  | 'ath'
  | 'job'
  | 'rvn'
  | 'pub'
  | 'att'
  | 'ent'
  | 'hld'
  | 'aud'
  | 'spo'
  | 'grq'
  | 'oac'
  | 'ntc'
  | 'psh'
  | 'cht'
  | 'psk'
  | 'inv'
  | 'sgn'
  | 'stl'
  | 'mai'
  | 'med'
  | 'ren'
  | 'lft'
  | 'ord'
  | 'lnk'
  | 'mtn'
  | 'evt'
  | 'whe'
  | 'whd'
  | 'clk'
  | 'cls'
  | 'cmt'
  | 'sta'
  | 'ver'
  | 'met'
  | 'rtr'
  | 'fcm'
  | 'tpl';

/**
 * A prefixed UUIDv7 (RFC 9562), for instance `drf_0199…`. It grows with time, so lists are sorted and paged by the id
 * alone.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7()}`;
}

/**
 * A lower bound for all ids of that kind from this moment on. The first 48 bits of a UUIDv7 are its time in
 * milliseconds.
 */
export function firstIdAt(prefix: IdPrefix, time: Date): string {
  const digits = Math.max(time.getTime(), 0).toString(16).padStart(12, '0');
  return `${prefix}_${digits.slice(0, 8)}-${digits.slice(8)}`;
}

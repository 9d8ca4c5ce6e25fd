import { v7 as uuidv7 } from 'uuid';

/** The prefix tells a reader what an identifier names; there is one for each kind of row. */
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
  | 'sta';

/**
 * A prefixed UUIDv7 (RFC 9562), for instance `drf_0199…`. It grows with time, so that lists are
 * ordered and paged by the id alone.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7()}`;
}

/** What every id of that kind made at this moment or later is not before. The first 48 bits of a UUIDv7 are its time in milliseconds. */
export function firstIdAt(prefix: IdPrefix, time: Date): string {
  const digits = Math.max(time.getTime(), 0).toString(16).padStart(12, '0');
  return `${prefix}_${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** Anything that reads like the name of a host, in a link or by itself: some networks make a link of both. */
const HOST = /(?<![\p{L}\p{M}\p{N}.-])[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}){1,10}/gu;

export interface WrittenHost {
  written: string;
  start: number;
  end: number;
}

/** Every host in a text, as it is written. Time in proportion to the text. */
export function findHosts(text: string): WrittenHost[] {
  return [...text.matchAll(HOST)].map(({ 0: written, index }) => ({ written, start: index, end: index + written.length }));
}

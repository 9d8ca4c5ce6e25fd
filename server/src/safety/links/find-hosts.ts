/** The characters that browsers accept as the dot in a host. */
const DOT = '[.\\u2024\\u3002\\uff0e\\uff61]';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}_-]{0,61}[\\p{L}\\p{M}\\p{N}])?\\p{M}*';
/** Anything that looks like a host, in a link or on its own: some networks link both. */
const HOST = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}-]|${DOT})${LABEL}(?:${DOT}${LABEL}){1,126}`, 'gu');

export interface WrittenHost {
  /** With plain dots. */
  host: string;
  start: number;
  end: number;
}

/** Every host in a text, as it is written. Time in proportion to the text. */
export function findHosts(text: string): WrittenHost[] {
  return [...text.matchAll(HOST)].map(({ 0: written, index }) => ({
    host: written.replace(DOTS, '.'),
    start: index,
    end: index + written.length,
  }));
}

const DOTS = new RegExp(DOT, 'gu');

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_FOLDER } from '../../server-folder.ts';

export interface ConfusionText {
  /** The expected check, or the language of a harmless text. */
  heading: string;
  text: string;
}

const FOLDER = join(SERVER_FOLDER, 'src/safety/confusion');
const MIXED = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY';

/** Secrets are generated here, so secret scanners do not report this repository. */
const ALPHABETS: Record<string, string> = {
  mixed: MIXED,
  hex: '0a1b2c3d4e5f6789',
  upper: 'A2B3C4D5E6F7GHIJ',
  digits: '1234567890',
  base: '2aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vWxY',
  bech: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
};

/** One text per line, under headings; `\n` and `\u200b` as in JavaScript, `~mixed36~` for this many such characters. */
export function readTexts(name: `${string}bad` | `${string}harmless`): ConfusionText[] {
  let heading = '';
  return readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('# ')) heading = line.slice(2);
      return line === '' || line.startsWith('# ') ? [] : [{ heading, text: written(line) }];
    });
}

function written(line: string): string {
  return line
    .replaceAll('\\n', '\n')
    .replace(/\\u\{([0-9a-f]+)\}|\\u([0-9a-f]{4})/g, (_, long, short) => String.fromCodePoint(Number.parseInt(long ?? short, 16)))
    .replace(/~(mixed|hex|upper|digits|base|bech)(\d+)~/g, (_, kind: string, count: string) => {
      const alphabet = ALPHABETS[kind] ?? MIXED;
      return alphabet.repeat(Math.ceil(Number(count) / alphabet.length)).slice(0, Number(count));
    })
    .replace(/~wide:([!-}]+)~/g, (_, plain: string) => [...plain].map((each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).join(''));
}

import { composeCaptions } from '../../captions/embedded/compose-captions.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';

const PIECES =
  '#a |a|.|**a|_a |`|[|[a](https://a.b/) |<|<a>|<h1>|<script>|<!--|&#|# a↵|- a↵|1. |> a↵|↵|(|:a|@a |https://a.b |www.a.de/b |日|👩‍👩‍👧|A. |```↵|x↵===↵|¦a¦b¦↵|5 |a@b.c |— |"a" |€5 '
    .split('|')
    .map((piece) => piece.replaceAll('↵', '\n').replaceAll('¦', '|'));
/** Each piece alone, and combined with another one. */
export const HOSTILE_UNITS = [
  ...PIECES,
  ...PIECES.map((piece, index) => piece + PIECES[(index * 7 + 3) % PIECES.length]),
  ...PIECES.map((piece) => `${piece}word `),
];
const SIZES = [800, 1_600, 3_200];
/** Constant work regardless of the size, and a post's share of a source that is larger than any post. */
const ONCE = 30_000;

const platforms = NETWORKS.map(createWordsOnlyPlatform);
const { exec } = RegExp.prototype;
const { segment } = Intl.Segmenter.prototype;
let work = 0;

/** The number of pattern matches and segmented characters on this thread meanwhile. */
export function countWork(run: () => Promise<unknown>): Promise<number> {
  return counting(async () => {
    work = 0;
    await run();
    return work;
  });
}

/** Counts every pattern match and every segmented character: independent of the machine's load. */
function counting<T>(run: () => Promise<T>): Promise<T> {
  RegExp.prototype.exec = function count(text) {
    work += 1;
    return exec.call(this, text);
  };
  Intl.Segmenter.prototype.segment = function count(text) {
    work += text.length;
    return segment.call(this, text);
  };
  return run().finally(() => {
    RegExp.prototype.exec = exec;
    Intl.Segmenter.prototype.segment = segment;
  });
}

async function workFor(unit: string, size: number): Promise<number> {
  const sourceText = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  work = 0;
  await composeCaptions({ sourceText, link: null, platforms, tone: null, language: null });
  return work;
}

/** The units whose work grows faster than their text, at three sizes on all networks together. */
export function growingTooFast(units: readonly string[]): Promise<[string, number[]][]> {
  return counting(async () => {
    const found: [string, number[]][] = [];
    for (const unit of units) {
      const works: number[] = [];
      for (const size of SIZES) works.push(await workFor(unit, size));
      const [, middle = 0, large = 0] = works;
      // Twice the text: quadratic work would be four times as much. The step to where a text must be cut comes
      // before.
      if (large > middle * 3 + ONCE) found.push([unit, works]);
    }
    return found;
  });
}

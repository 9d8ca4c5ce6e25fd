import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBlueskyPlatform } from '../../platforms/bluesky/bluesky-platform.ts';
import { blueskyRules } from '../../platforms/bluesky/bluesky-rules.ts';
import { growingTooFast, HOSTILE_UNITS } from '../../testing/inputs/hostile-units.ts';
import { createTestOutbound } from '../../testing/test-outbound.ts';
import { composeCaptions } from './compose-captions.ts';

const bluesky = createBlueskyPlatform(blueskyRules, createTestOutbound());
const RUNS_OF_NOTHING =
  'a|.|*|**a|_|_a |`|[|](|![|[a](b|[a](https://a.b/) |<|<a |<a>|</a>|<a>^</a>|<h1>|<script>|<!--|&#|# |- |1. |> |¦|↵|↵↵| |(|)|"|~~|:a|@|@a.|#a |https://|https://a.b |日|👩‍👩‍👧|A. |Mr. |```↵|x↵===↵|[a]: b↵|(#1)|\\*|--|a/|1 '
    .split('|')
    .map((run) => run.replaceAll('↵', '\n').replaceAll('¦', '|'));

describe('however long the source', () => {
  const fixtures = join(import.meta.dirname, '../corpus/texts');
  const repeat = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length);
  const millisecondsFor = async (source: string): Promise<number> => {
    const started = process.cpuUsage();
    await composeCaptions({ sourceText: source, link: null, platforms: [bluesky], tone: null, language: null });
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };

  // Ten times the measured time; the test next to this one checks that the work grows linearly with the text.
  it.each(readdirSync(fixtures))('processes 100 KB of %s quickly', async (name) => {
    expect(await millisecondsFor(repeat(`${readFileSync(join(fixtures, name), 'utf8')}\n\n`, 100_000))).toBeLessThan(2_500);
  });

  it.each(RUNS_OF_NOTHING)('processes 100 KB of only %j quickly', async (run) => {
    expect(await millisecondsFor(repeat(run, 100_000))).toBeLessThan(2_500);
  });
});

it('does work linear in the text, for a hundred hostile units on all networks', async () => {
  expect(await growingTooFast(HOSTILE_UNITS)).toEqual([]);
}, 600_000);

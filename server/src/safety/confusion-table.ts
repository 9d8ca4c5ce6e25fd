import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAFETY_CHECKS, type SafetyCheck } from '../access/safety-policy.ts';
import { SERVER_FOLDER } from '../server-folder.ts';
import { checkSafety } from './check-safety.ts';
import { PLAIN_SETTINGS, type SafetySettings } from './safety-finding.ts';

/** Blocked terms and hosts that the test texts do not use otherwise. */
const SETTINGS: SafetySettings = {
  ...PLAIN_SETTINGS,
  blockedTerms: ['best ever', 'cheap-as-chips'],
  deniedHosts: ['spam-reviews.example', 'rumours.example'],
};

/** These depend on more than the text: its author, earlier posts, the network. */
const BEYOND_TEXT: SafetyCheck[] = ['repeated_text', 'undisclosed_ai', 'foreign_name', 'differs_from_source'];

export interface ConfusionRow {
  check: SafetyCheck;
  /** Texts that should have a finding. */
  bad: number;
  found: number;
  /** Harmless texts with a finding. */
  undeserved: number;
}

export interface ConfusionTable {
  rows: ConfusionRow[];
  bad: number;
  harmless: number;
  missed: ConfusionText[];
  /** By the check that was triggered. */
  undeserved: ConfusionText[];
}

/**
 * Known while the checks were written; written without knowing the checks; written after the last check was
 * finished.
 */
type TextSet = 'known' | 'fresh' | 'unseen' | `unseen-${string}`;

/** The findings in texts that should be blocked, and in texts that should pass. */
export async function confusionTable(set: TextSet = 'known'): Promise<ConfusionTable> {
  const prefix = set === 'known' ? '' : (`${set}-` as const);
  const [bad, harmless] = await Promise.all([judged(readTexts(`${prefix}bad`)), judged(readTexts(`${prefix}harmless`))]);
  const missed = bad.filter(({ heading, found }) => !found.includes(heading)).map(({ heading, text }) => ({ heading, text }));
  const undeserved = harmless.flatMap(({ found, text }) => found.map((heading) => ({ heading, text })));
  const rows = SAFETY_CHECKS.filter((check) => !BEYOND_TEXT.includes(check) && !check.includes('moderat')).map((check) => {
    const own = bad.filter(({ heading }) => heading === check);
    return {
      check,
      bad: own.length,
      found: own.filter(({ found }) => found.includes(check)).length,
      undeserved: undeserved.filter(({ heading }) => heading === check).length,
    };
  });
  return { rows, bad: bad.length, harmless: harmless.length, missed, undeserved };
}

async function judged(texts: readonly ConfusionText[]) {
  return Promise.all(
    texts.map(async ({ heading, text }) => {
      const findings = await checkSafety([{ platform: null, field: 'text', text }], SETTINGS);
      return { heading, text, found: [...new Set<string>(findings.map(({ check }) => check))] };
    }),
  );
}

/** The headings of texts that no rule covers. */
const WITHOUT_RULE = 'kinds without a rule: ';

/**
 * The first measurement of each round of unseen texts, on 28 and 29 November 2026. It never changes, whatever the checks
 * learn later. Between the rounds, general rules were added for the kinds that the previous round had shown.
 */
const ROUNDS: { set: TextSet; bad: number; missed: number; harmless: number; undeserved: number }[] = [
  { set: 'unseen', bad: 60, missed: 13, harmless: 65, undeserved: 1 },
  { set: 'unseen-second', bad: 48, missed: 9, harmless: 32, undeserved: 0 },
  { set: 'unseen-third', bad: 47, missed: 5, harmless: 30, undeserved: 0 },
  { set: 'unseen-fourth', bad: 47, missed: 4, harmless: 30, undeserved: 0 },
  { set: 'unseen-fifth', bad: 72, missed: 9, harmless: 40, undeserved: 3 },
  { set: 'unseen-sixth', bad: 63, missed: 20, harmless: 40, undeserved: 1 },
  { set: 'unseen-seventh', bad: 65, missed: 9, harmless: 40, undeserved: 0 },
  { set: 'unseen-eighth', bad: 72, missed: 14, harmless: 63, undeserved: 0 },
  { set: 'unseen-ninth', bad: 79, missed: 19, harmless: 72, undeserved: 0 },
  { set: 'unseen-tenth', bad: 55, missed: 7, harmless: 39, undeserved: 0 },
  { set: 'unseen-eleventh', bad: 85, missed: 28, harmless: 80, undeserved: 11 },
  { set: 'unseen-twelfth', bad: 98, missed: 7, harmless: 80, undeserved: 1 },
];
const NO_RULES = 39;

/** The documentation page, as Markdown. */
export async function confusionPage(): Promise<string> {
  const { rows, bad, harmless, missed, undeserved } = await confusionTable();
  const fresh = await confusionTable('fresh');
  const unseen = await Promise.all(ROUNDS.map(({ set }) => confusionTable(set)));
  const stillMissed = unseen.flatMap((table) => table.missed).filter(({ heading }) => !heading.startsWith(WITHOUT_RULE));
  const sum = (of: 'bad' | 'missed' | 'harmless' | 'undeserved') => ROUNDS.reduce((all, round) => all + round[of], 0);
  const rounds = ROUNDS.map(
    (round, index) =>
      `| ${index + 1} | ${round.bad} | ${round.missed} (${percent(round.missed, round.bad)}) | ${round.harmless} | ${round.undeserved} (${percent(round.undeserved, round.harmless)}) |`,
  );
  const lines = rows.map((row) => `| \`${row.check}\` | ${row.bad} | ${row.found} | ${row.bad - row.found} | ${row.undeserved} |`);
  return `# What the safety checks find

Rules find what has a form: keys, numbers, addresses, templates, known words. They do not know what a sentence means.

## Unseen texts

The fairest figures. Twelve rounds of texts were written after the checks were finished, and each was measured once, on 28 and 29 November 2026,
before any check was changed for it. After a round, general rules were made for what it had shown. The first ten are by authors of the checks (the
fifth and the eighth without reading them). **The eleventh and the twelfth are by two authors who knew only the definitions of the kinds and none
of the rules or earlier texts.** The twelfth was written while the rules were made for the eleventh, whose makers have not seen it.
Of kinds that have a rule:

| round | harmful | missed | harmless | found for nothing |
|---|---|---|---|---|
${rounds.join('\n')}
| **all** | ${sum('bad')} | ${sum('missed')} (${percent(sum('missed'), sum('bad'))}) | ${sum('harmless')} | ${sum('undeserved')} (${percent(sum('undeserved'), sum('harmless'))}) |

Of ${NO_RULES} texts of kinds **without a rule** (hate, harassment, threats, self-harm, minors with a place, health of a named person, libel, undisclosed
gifts, crime, instructions to a model) the rules missed all ${NO_RULES}. For most of them there is the
[moderation service](decisions/362-an-optional-moderation-service.md) (\`MODERATION_URL\`). How much it finds depends on the service; none was measured here.

Today the rules miss ${stillMissed.length} of the ${sum('bad')}, but the texts are known now, so this says less:

${listed([...stillMissed, ...unseen.flatMap((table) => table.undeserved)])}

## Known texts

Measured over ${bad} texts that a check should stop at and ${harmless} harmless ones, in many languages and trades. **The checks were made with these
texts**, so the table shows that nothing was lost, not what happens to the next text. They lie in \`server/src/safety/confusion\`. Made by
\`npm run generate\`; a test keeps this page in step with the code, and in this table the misses at 10 % and the undeserved findings at 2 % or less.

| check | should be found | found | missed | found in harmless texts |
|---|---|---|---|---|
${lines.join('\n')}
| **all** | ${bad} | ${bad - missed.length} | ${missed.length} (${percent(missed.length, bad)}) | ${undeserved.length} (${percent(undeserved.length, harmless)}) |

Missed:

${listed(missed)}

Found in harmless texts:

${listed(undeserved)}

## Texts of an earlier round

These ${fresh.bad + fresh.harmless} were written before anyone looked at a check: of ${fresh.bad} bad ones 20 % were missed, and 4.2 % of ${fresh.harmless} harmless ones found. General
rules were then made for every second text; in the other half, for which none was made, misses went from 15 to 8 %, undeserved findings from 5
to 3 %. Today, over all of them: ${percent(fresh.missed.length, fresh.bad)} missed, ${percent(fresh.undeserved.length, fresh.harmless)} found in harmless ones.

${listed([...fresh.missed, ...fresh.undeserved])}
`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function listed(texts: readonly ConfusionText[]): string {
  if (texts.length === 0) return 'Nothing.';
  return texts.map(({ heading, text }) => `- \`${heading}\`: ${text.replaceAll('\n', ' ')}`).join('\n');
}

interface ConfusionText {
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
function readTexts(name: `${string}bad` | `${string}harmless`): ConfusionText[] {
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

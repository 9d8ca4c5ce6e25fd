import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAIN_VOICE } from '../../access/workspace-policies.ts';
import type { Platform } from '../../platforms/platform.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';
import { SERVER_FOLDER } from '../../server-folder.ts';
import type { GeneratedCaption } from '../caption-generator.ts';
import { composeCaptions } from '../embedded/compose-captions.ts';
import { countAlterations, countDifferences } from './count-figures.ts';
import { madePosts } from './made-posts.ts';

const FOLDER = join(SERVER_FOLDER, 'src/captions/corpus');
const LONG_TEXT = 1_600;

/** From 28 November 2026, when the third set was first read; it does not change with the code. */
const READ_BY_AN_EDITOR = `Read on every network by their author, on the day they were written: **24 of 30 good everywhere, 5 usable, 1 not usable.** Usable: 3 (the
press release begins with its “FOR IMMEDIATE RELEASE”), 15 (an abstract in one paragraph: a part ends with “Methods.”, and Sandbox needs a person), 21
(the byline stays), 25 and 26 (drafts of threads: the writer's own “1/” and “2/” do not decide where the parts begin). Not usable: 19, a mail whose
headers “MIME-Version” and “Content-Type” were posted. Mails have since lost all their headers, a writer's own numbers decide where parts begin
(19, 25, 26), and press releases and pages lose their marks, contacts and bylines (3, 4, 21); the tables show it as it is today.`;

interface NetworkClass {
  name: string;
  has(platform: Platform): boolean;
}

/** Every network belongs to the first matching class. */
const CLASSES: NetworkClass[] = [
  { name: 'threads', has: ({ rules }) => rules.some(({ field, max }) => field === 'thread' && max > 1) },
  { name: 'formatted', has: ({ readsMarkdown }) => readsMarkdown === true },
  { name: 'short', has: ({ rules }) => rules.some(({ field, max, when }) => field === 'text' && !when && max <= LONG_TEXT) },
  { name: 'long', has: () => true },
];

export interface EditorSource {
  kind: string;
  language: string;
  text: string;
}

/** Reads the sources of posts, each below a line with its kind and its language. */
export function readSources(file: string): EditorSource[] {
  const [, ...sources] = readFileSync(join(FOLDER, file), 'utf8').split(/^~ /m);
  return sources.map((source) => {
    const [head = '', ...lines] = source.split('\n');
    const [kind = '', language = ''] = head.split(', ');
    return { kind, language, text: lines.join('\n').trim() };
  });
}

const PLATFORMS = NETWORKS.map(createWordsOnlyPlatform);
const BY_CLASS = Map.groupBy(PLATFORMS, (platform) => CLASSES.find(({ has }) => has(platform))?.name ?? '');

/**
 * The page of the generated captions of sources on every network, as Markdown. Counting its short posts takes
 * a minute.
 */
export async function wordsPage(countShortPosts: () => Promise<string> = figures): Promise<string> {
  const classes = CLASSES.map(({ name }) => `- **${name}**: ${(BY_CLASS.get(name) ?? []).map(({ label }) => label).join(', ')}`);
  return `# What becomes of a text on every network

What the embedded generator makes of sources of many kinds, without a model: **kept** as written, a **thread** of so many posts, **shortened**
to whole leading paragraphs, with their share of the source, or left to a **person** (\`needs_person\`). Made by \`npm run generate\`; a test
keeps this page in step with the code.

${classes.join('\n')}

${await countShortPosts()}

${await tablesOf('Sources that the rules were read against', 'editor-sources.txt')}

${await tablesOf('Sources written after the rules, and not tuned to', 'editor-sources-unseen.txt')}

${await tablesOf('A third set, by someone who had not read the rules', 'editor-sources-third.txt', READ_BY_AN_EDITOR)}
`;
}

/**
 * For short posts as people write them: how many are altered, and where the service counts differently than a
 * network.
 */
async function figures(): Promise<string> {
  const posts = madePosts(1_000);
  const { fitting, altered } = await countAlterations(posts);
  const counted = countDifferences(posts).map(
    ({ network, by, texts, differences }) => `| ${network} | ${by} | ${texts} | ${differences.length} |`,
  );
  return `## Short posts

1,000 short posts in twelve languages, with links, tags, mentions, emoji, combining marks and characters that look like markup
(\`made-posts.ts\`), on ${PLATFORMS.length} networks: ${fitting.toLocaleString('en')} fit as they are. **Altered where they fit: ${altered.length}.**

The length of the same posts and what is linked in them, counted by the service and by each network's own library or rule:

| network | counted by | posts | differences |
|---|---|---|---|
${counted.join('\n')}

twitter-text knows the emoji of 2020; posts with newer ones, which weigh 2 on X as all others do, are left apart there. On Mastodon a link counts
23 with letters of every script in its path, and an account elsewhere without its host; on Threads each byte counts.`;
}

async function tablesOf(heading: string, file: string, words?: string): Promise<string> {
  const sources = readSources(file);
  const written = await Promise.all(sources.map(({ text }) => write(text)));
  const all = written.flat();
  return [
    `## ${heading}`,
    '',
    ...(words ? [words, ''] : []),
    '| network | kept | threads | shortened | person |',
    '|---|---|---|---|---|',
    ...PLATFORMS.map(({ id, label }) => `| ${label} | ${countsOf(all.filter(({ platform }) => platform === id)).join(' | ')} |`),
    '',
    `| | kind | language | characters | ${CLASSES.map(({ name }) => name).join(' | ')} |`,
    `|---|---|---|---|${CLASSES.map(() => '---|').join('')}`,
    ...sources.map(
      ({ kind, language, text }, index) => `| ${index + 1} | ${kind} | ${language} | ${text.length} | ${cellsOf(written[index] ?? [])} |`,
    ),
  ].join('\n');
}

function write(sourceText: string): Promise<GeneratedCaption[]> {
  const request = { sourceText, link: null, platforms: PLATFORMS, tone: null, language: null, voice: PLAIN_VOICE };
  return composeCaptions(request);
}

function countsOf(captions: readonly GeneratedCaption[]): string[] {
  const { kept, threads, shortened, person } = outcomesOf(captions);
  const shares = shortened.length > 0 ? ` (${rangeOf(shortened)} %)` : '';
  return [String(kept), String(threads.length), `${shortened.length}${shares}`, String(person)];
}

const cellsOf = (captions: readonly GeneratedCaption[]): string =>
  CLASSES.map(({ name }) => cellOf(captions.filter(({ platform }) => BY_CLASS.get(name)?.some(({ id }) => id === platform)))).join(' | ');

/** For example "2 kept, 3 threads of 2 to 4". */
function cellOf(captions: readonly GeneratedCaption[]): string {
  const { kept, threads, shortened, person } = outcomesOf(captions);
  return [
    kept > 0 && `${kept} kept`,
    threads.length > 0 && `${threads.length} ${threads.length === 1 ? 'thread' : 'threads'} of ${rangeOf(threads)}`,
    shortened.length > 0 && `${shortened.length} shortened to ${rangeOf(shortened)} %`,
    person > 0 && `${person} for a person`,
  ]
    .filter(Boolean)
    .join(', ');
}

function outcomesOf(captions: readonly GeneratedCaption[]) {
  const threads = captions.flatMap(({ thread, keptPercent }) =>
    thread.length > 0 && keptPercent === undefined ? [thread.length + 1] : [],
  );
  const shortened = captions.flatMap(({ keptPercent }) => (keptPercent ? [keptPercent] : []));
  const person = captions.filter(({ keptPercent }) => keptPercent === 0).length;
  return { kept: captions.length - threads.length - shortened.length - person, threads, shortened, person };
}

function rangeOf(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(least) : `${least} to ${most}`;
}

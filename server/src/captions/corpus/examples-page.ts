import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAIN_VOICE, type Voice } from '../../access/workspace-policies.ts';
import { grouped } from '../../languages/sentence.ts';
import { IN_UNIT } from '../../platforms/checks/violation.ts';
import type { Platform } from '../../platforms/platform.ts';
import { NETWORKS } from '../../platforms/registry.ts';
import { createWordsOnlyPlatform } from '../../platforms/words-only-platform.ts';
import { SERVER_FOLDER } from '../../server-folder.ts';
import type { GeneratedCaption } from '../caption-generator.ts';
import { composeCaptions } from '../embedded/compose-captions.ts';

const TEXTS = join(SERVER_FOLDER, 'src/captions/corpus/texts');
const LONGEST_EXCERPT = 700;

interface Example {
  heading: string;
  /** The name of a text of the corpus. */
  name: string;
  networks: string[];
  voice?: Partial<Voice>;
}

const EXAMPLES: Example[] = [
  { heading: 'A press release', name: 'press-battery', networks: ['x', 'mastodon'] },
  { heading: 'Release notes', name: 'release-lantern', networks: ['bluesky', 'reddit'] },
  { heading: 'A blog post with front matter', name: 'blog-migration', networks: ['x', 'threads'] },
  { heading: 'An essay, as a thread', name: 'essay-software', networks: ['x'] },
  { heading: 'Numbered points, as a thread', name: 'thread-tips', networks: ['mastodon'] },
  { heading: 'A newsletter', name: 'newsletter-farm', networks: ['bluesky'] },
  { heading: 'What went wrong', name: 'postmortem', networks: ['mastodon'] },
  { heading: 'A list', name: 'list-recipe', networks: ['facebook'] },
  { heading: 'A programme', name: 'event-programme', networks: ['telegram', 'x'] },
  {
    heading: 'A web page, and a workspace that wants it short',
    name: 'launch-page',
    networks: ['linkedin'],
    voice: { length: 'short', maxTags: 1 },
  },
  { heading: 'A workspace without emoji', name: 'emoji-words', networks: ['instagram'], voice: { emoji: 'none' } },
  { heading: 'Code', name: 'code-readme', networks: ['linkedin'] },
  { heading: 'A table', name: 'table', networks: ['vk'] },
  { heading: 'German', name: 'german-long', networks: ['mastodon'] },
  { heading: 'Japanese', name: 'japanese-long', networks: ['x'] },
  { heading: 'Arabic', name: 'arabic-long', networks: ['bluesky'] },
  { heading: 'One word', name: 'one-word', networks: ['x'] },
];

/** The page of texts with the captions that the embedded generator builds from them, as Markdown. */
export async function examplesPage(): Promise<string> {
  const parts = await Promise.all(EXAMPLES.map(exampleOf));
  return `# Before and after

What the embedded generator makes of a text, without a model and without a network. It takes its words from the
source and adds none. Made by \`npm run generate\`; a test keeps this page in step with the code.

${parts.join('\n\n')}
`;
}

async function exampleOf({ heading, name, networks, voice }: Example): Promise<string> {
  const source = readFileSync(join(TEXTS, `${name}.txt`), 'utf8').trim();
  const platforms = networks.map(networkOf);
  const request = { sourceText: source, link: null, platforms, tone: null, language: null, voice: { ...PLAIN_VOICE, ...voice } };
  const captions = await composeCaptions(request);
  const after = captions.map((caption, index) => describeCaption(caption, platforms[index]));
  return [`## ${heading}`, `Source, ${source.length.toLocaleString('en')} characters:`, fenced(excerptOf(source)), ...after].join('\n\n');
}

function networkOf(id: string): Platform {
  const network = NETWORKS.find((each) => each.id === id);
  if (!network) throw new Error(`There is no network ${id}.`);
  return createWordsOnlyPlatform(network);
}

function describeCaption({ text, thread, tags }: GeneratedCaption, platform: Platform | undefined): string {
  const parts = platform?.preview({ text, thread, tags, link: null }).parts ?? [];
  const lengths = parts.map(({ length }) => length).join(' + ');
  const [first] = parts;
  const limit = first ? `${lengths} of ${IN_UNIT[first.unit](grouped(first.limit))}` : '';
  const tagged = tags.length > 0 ? `, ${tags.map((tag) => `\`${tag}\``).join(' ')}` : ', no tags';
  return [`**${platform?.label}**, ${limit}${tagged}:`, ...[text, ...thread].map(fenced)].join('\n\n');
}

function excerptOf(source: string): string {
  if (source.length <= LONGEST_EXCERPT) return source;
  return `${source.slice(0, source.lastIndexOf('\n', LONGEST_EXCERPT)).trimEnd()}\n[…]`;
}

/** Four backticks, since some of the texts have fences of three. */
function fenced(text: string): string {
  return `\`\`\`\`text\n${text}\n\`\`\`\``;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '../error-table.ts';
import { LAUNCH_STEPS } from '../launch/launch-steps.ts';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import type { Language } from './language.ts';
import pt from './pt.json' with { type: 'json' };
import { Sentence } from './sentence.ts';
import { type Catalogue, FORMER_SENTENCES, translateTo, translator } from './translate.ts';

const SOURCE = join(import.meta.dirname, '..');
const TRANSLATIONS: Record<string, Catalogue> = { de, fr, es, pt, ar };
/** Names that are the same everywhere; they may stand in a translation, and need not. */
const NAMES = ['Server', 'Relays', 'Site'];

const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: SOURCE, exclude: (file) => /\.(test|proof)\.ts$|^testing$/.test(file) });
const sourcesOf = (pattern: string): string[] => filesOf(pattern).map((file) => readFileSync(join(SOURCE, file), 'utf8'));

const unquoted = (text: string): string => text.replaceAll(/\\(.)/g, '$1');
const VALUE = /\$\{(?:[^{}`]|\{[^{}]*\}|say`[^`]*`)*\}/g;

/** Sentences of which only programs read, by their codes, and why. */
const FOR_PROGRAMS: Partial<Record<ErrorCode, string>> = {
  malformed_json: 'the console writes its bodies itself',
  unsupported_media_type: 'the console names the type itself',
  method_not_allowed: 'the console knows its paths',
  malformed_idempotency_key: 'the console sends none',
  idempotency_in_flight: 'the console sends none',
  idempotency_key_reused: 'the console sends none',
  precondition_required: 'If-Match is of REST',
  foreign_cursor: 'the console goes on with the cursors it gets',
  tus_version_unsupported: 'the console sends the version that there is',
  cursor_too_old: 'the log of events is read by programs',
  unknown_platform: 'the console shows what there is to choose',
  webhook_refused: 'Stripe sends them',
  payment_mismatch: 'Stripe sends them',
  key_malformed: 'only an agent has a key',
  key_unknown: 'only an agent has a key',
  key_expired: 'only an agent has a key',
  key_revoked: 'only an agent has a key',
  grant_paused: 'only an agent has a grant',
  insufficient_scope: 'only an agent has a grant',
  audit_tampered: 'of the command line',
  evidence_tampered: 'of the command line',
  ledger_inconsistent: 'of the command line',
  sealed_unreadable: 'of the command line',
};

/** Where refusals are in English only, with the reason; each is a prefix of paths. */
const FILES_FOR_PROGRAMS: Record<string, readonly string[]> = {
  'of the command line': [
    ...['account-data/', 'backup/', 'cli/', 'db/', 'access/grants/create-grant'],
    ...['access/second-factor/reset-', 'credits/products', 'publishing/reconciliation/release-restore'],
    'sealing/signed-json',
  ],
  'only programs call it': [
    ...[
      'http/engine/',
      'http/health',
      'http/server',
      'http/v1/',
      'http/auth/oauth',
      'http/openapi/',
      'http/idempotency/',
      'events/',
      'mcp/',
    ],
    ...['media/fetch-media', 'media/tus-uploads', 'publishing/precheck-usage', 'drafts/create-draft'],
  ],
  'a mistake of the programmer': [...['graphql/', 'captions/model', 'webhooks/'], 'publishing/review/content/'],
};
/** And single ones in files of others. */
const TEXTS_FOR_PROGRAMS = [
  'Send either the code or the request.',
  'Not a platform. Known: ',
  'There is no platform ',
  'Must be one of ', // platforms
  'There is no platform "',
  'Not a launch step. Known: ',
  'No person has the email address ',
  'There is a person with the email address ',
  'The period must end after it begins, and within ',
  'must be an object', // credentials in a form that the console fills in
  'The Authorization header is not of the form "Bearer <API key>".',
  'The database does not answer.',
  'This needs the scope ',
  'must have 1 to 200 characters.', // external_id
  'must name a connection, or be left out for all.', // connection_ids
  'must not have more items than media_ids.',
  'Must be an address.', // the browser makes it, and the two keys
  'Must be a public key of 65 bytes.',
  'Must be 16 bytes.',
  'shownIds takes at most ', // the console names what is on one screen
];

/** The messages passed to `say` in a source, with their values numbered as say() does. */
function said(source: string): string[] {
  const code = source.replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '');
  const templates = [...code.matchAll(/\bsay`((?:[^`\\$]|\\.|\$\{(?:[^{}`]|\{[^{}]*\}|say`[^`]*`)*\})*)`/g)];
  return templates.map(([, template = '']) => {
    let place = 0;
    return unquoted(template.replaceAll(VALUE, () => `{${++place}}`));
  });
}

/** The words of refusals that are not said by `say`. */
function unsaid(source: string): string[] {
  const words = [
    ...source.matchAll(/new DomainError\([^;]*?message: ['`]((?:[^'`\\$]|\\.)*)/g),
    ...source.matchAll(/new ConnectError\(\s*['`]((?:[^'`\\$]|\\.)*)/g),
    ...source.matchAll(/pointer[^}]*?message: ['`]((?:[^'`\\$]|\\.)*)/g),
  ];
  return words.map(([, text = '']) => unquoted(text));
}

/** Plain texts that read like a sentence, or like the beginning of one. */
function plain(source: string): string[] {
  const code = source.replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text = '']) => unquoted(text)).filter((text) => /^[A-Z0-9].* \S/.test(text));
}

/** Whole sentences that are not said by `say`: those that a programmer may get, if anybody, are thrown. */
function unspoken(source: string): string[] {
  const code = source.replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '').replaceAll(/new Error\([^)]*\)/g, '');
  const templates = [...code.matchAll(/(?<!say)`([A-Z"$][^`]* [^`]*\.)`/g)].map(([, text = '']) => text);
  return [...plain(code).filter((text) => text.endsWith('.')), ...templates];
}

/** Placeholders for names, in a source or in its SQL, that are not passed to `say`. */
function fallbackNames(source: string): string[] {
  return [...source.matchAll(/(?:\?\? |coalesce\([^)']*)'((?:Somebody|Another|Unknown|An?|The)\b[^']*)'/g)].map(([, text = '']) => text);
}

/** What is asked for to connect an account. */
function fieldTexts(source: string): string[] {
  return [...source.matchAll(/label: '((?:[^'\\]|\\.)*)',\s*help:\s*'((?:[^'\\]|\\.)*)'/g)].flatMap(([, ...texts]) => texts.map(unquoted));
}

const everySentence = new Set([
  ...sourcesOf('**/*.ts').flatMap(said),
  ...sourcesOf('publishing/gates/{*-gate,target-faults}.ts').flatMap(plain),
  ...sourcesOf('access/passwords/password-strength.ts').flatMap(plain),
  ...Object.entries(ERRORS).flatMap(([code, { message, remedy }]) => (Object.hasOwn(FOR_PROGRAMS, code) ? [] : [message, remedy])),
  ...sourcesOf('publishing/gates.ts').flatMap(plain),
  ...sourcesOf('platforms/**/*.ts').flatMap(fieldTexts),
  'Facebook page',
  ...LAUNCH_STEPS.flatMap(({ label, meaning }) => [label, meaning]),
]);

it('finds what is said to people', () => {
  expect(everySentence).toContain('No {1} account is connected.');
  expect(everySentence).toContain('The scheduled time has been reached.');
  expect(everySentence).toContain('Bot token');
  expect(everySentence).toContain('The {1} is {2}; it cannot become {3}.');
  expect(everySentence).toContain('The email address and password do not match.');
  expect(everySentence).toContain('Your password was changed.');
  expect(everySentence).toContain('{1} requests your approval: {2}.');
  expect(everySentence.size).toBeGreaterThan(150);
});

it('refuses people in words of their language, and programs alone in English', () => {
  const starts = Object.values(FILES_FOR_PROGRAMS).flat();
  const files = filesOf('**/*.ts').filter((file) => !starts.some((start) => file.startsWith(start)));
  const found = files.flatMap((file) => unsaid(readFileSync(join(SOURCE, file), 'utf8')).map((text) => `${file}: ${text}`));
  expect(found.filter((line) => !TEXTS_FOR_PROGRAMS.some((text) => line.endsWith(`: ${text}`)))).toEqual([]);
});

it('finds faults in posts in words of every language', () => {
  const files = ['safety/**/*.ts', 'platforms/checks/**/*.ts', 'payloads/**/*.ts'].flatMap(filesOf);
  const found = files.flatMap((file) => unspoken(readFileSync(join(SOURCE, file), 'utf8')).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
  expect(unspoken("message: `There is a key here.`, ...toStoredMessage(say`That is said.`), remedy: 'Take it out.'")).toHaveLength(2);
});

it('translates the placeholder of an unknown name, but not in evidence', () => {
  const files = filesOf('**/*.ts').filter((file) => !file.startsWith('publishing/evidence/'));
  const found = files.flatMap((file) => fallbackNames(readFileSync(join(SOURCE, file), 'utf8')).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
  expect(fallbackNames("name ?? 'Somebody', `coalesce(a.name, 'An agent')`, name ?? say`The operator`")).toEqual(['Somebody', 'An agent']);
});

it.each(Object.entries(TRANSLATIONS))('%s contains every message of the service, and no other', (_, translation) => {
  const missing = [...everySentence].filter((sentence) => !Object.hasOwn(translation, sentence) && !NAMES.includes(sentence));
  const over = Object.keys(translation).filter((sentence) => !everySentence.has(sentence));
  expect({ missing, over }).toEqual({ missing: [], over: [] });
});

it.each(Object.entries(TRANSLATIONS))('%s has what rows of earlier releases contain', (language, translation) => {
  const translate = translator(language as Language, translation);
  const stored = new Sentence('{1} lets no program remove this post.', ['Tumblr']);
  expect(translate(stored)).toBe(translate(new Sentence('Posts on {1} cannot be removed from here.', ['Tumblr'])));
  expect(translate(stored)).not.toContain('lets no program');
  const places = (text: string): string[] => text.match(/\{\d+\}/g) ?? [];
  for (const [former, current] of Object.entries(FORMER_SENTENCES)) {
    expect({ former, isSaid: everySentence.has(former), isCurrent: Object.hasOwn(translation, current), places: places(current) }).toEqual({
      former,
      isSaid: false,
      isCurrent: true,
      places: places(former),
    });
  }
});

it('shows people in English the present words of what rows of earlier releases contain', async () => {
  const stored = new Sentence('{1} lets no program remove this post.', ['Tumblr']);
  expect((await translateTo('en'))(stored)).toBe('Posts on Tumblr cannot be removed from here.');
});

it('translates every sentence that the databases of earlier releases contain', () => {
  const dumps = globSync('db/migrations/fixtures/*.sql.gz', { cwd: SOURCE }).map((file) => gunzipSync(readFileSync(join(SOURCE, file))));
  const keys = dumps.flatMap((dump) => [...dump.toString().matchAll(/"key": ("(?:[^"\\]|\\.)*")/g)].map(([, key = '']) => JSON.parse(key)));
  expect(keys).toContain('{1} is out on {2}.');
  const isWords = (key: string): boolean => /\p{L}/u.test(key.replaceAll(/\{\d+\}/g, ''));
  expect(keys.filter((key) => isWords(key) && !Object.hasOwn(de, key) && !Object.hasOwn(FORMER_SENTENCES, key))).toEqual([]);
});

/** In English a field's fault goes on from the name of the field: "must not be empty." Arabic has no capitals to tell by. */
it.each(Object.entries({ de, fr, es, pt }))('says of a field in %s what is wrong with it in a whole sentence', (_, translation) => {
  const faults = Object.entries(translation).filter(([sentence]) => /^(must|is|does) .*\.$/.test(sentence));
  expect(faults.length).toBeGreaterThan(20);
  expect(faults.filter(([, fault]) => /^\p{Ll}/u.test(fault))).toEqual([]);
});

it.each(Object.entries(TRANSLATIONS))('no sentence of %s leaves out a value or has one too many', (_, translation) => {
  const places = (text: string): string[] => [...new Set(text.match(/\{\d+\}/g))].toSorted();
  const hasAll = (form: string, sentence: string): boolean => `${places(form)}` === `${places(sentence)}`;
  // Arabic says one and two by the noun alone.
  const hasAllOthers = (form: string, sentence: string): boolean =>
    places(form).every((place) => sentence.includes(place)) && places(form).length >= places(sentence).length - 1;
  const wrong = Object.entries(translation).flatMap(([sentence, message]) =>
    formsOf(message)
      .filter(([category, form]) => !(['one', 'two'].includes(category) ? hasAllOthers : hasAll)(form, sentence))
      .map(([, form]) => form),
  );
  expect(wrong).toEqual([]);
});

/** A message's text by category of its plural; a message without a plural has one. */
function formsOf(message: string): [string, string][] {
  if (!message.startsWith('{count, plural,')) return [['other', message]];
  return [...message.matchAll(/ (\w+) \{((?:[^{}]|\{\d+\})*)\}/g)].map(([, category = '', form = '']) => [category, form]);
}

it('sets French signs with the spaces that belong to them, none of which breaks a line', () => {
  expect(Object.values(fr).filter((text) => /[\p{L}}»][;!?»]|[\p{L}\d}»] [;:!?»%]|«[ \u202F\p{L}{]|[^\u00A0]»/u.test(text))).toEqual([]);
});

it('isolates quoted values in Arabic, whose quotation marks would swap around an English title', () => {
  expect(Object.values(ar).filter((text) => /«\{\w+\}/.test(text))).toEqual([]);
});

it('keeps to one French word for each term', () => {
  const others = /passkey|exploitant|codes? de secours|téléverse|plateforme/iu;
  expect(Object.values(fr).filter((text) => others.test(text))).toEqual([]);
});

it.each(Object.entries(TRANSLATIONS))('every message of %s can be read', (language, catalogue) => {
  const translate = translator(language as Language, catalogue);
  for (const key of Object.keys(catalogue)) translate(new Sentence(key, [1, 2, 3, 4, 5, 6, 7, 8, 9]));
});

it.each(Object.entries(TRANSLATIONS))('the messages of %s are in order, so that two changes seldom meet', (_, translation) => {
  expect(Object.keys(translation)).toEqual(Object.keys(translation).toSorted());
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

interface Node {
  type: string;
  [part: string]: unknown;
}

const SOURCES = join(import.meta.dirname, '..');
/** Standalone pages, written as one text and built without a script. */
const NOT_SCREENS = /public-pages\//;
/** Properties that are displayed or read aloud. */
const READ =
  /^(?:aria-(?:label|description|roledescription|valuetext)|label|title|description|placeholder|alt|error|message|remedy|hint|legend|word)$/;
/** Names, examples and keys that are the same in every language. */
const SAME_EVERYWHERE = new Set(['U', '⌘K', 'Countersign', '· Countersign', 'https://', '#AI', 'XXXX-XXXX', 'Ctrl K', 'webhook-id:']);

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Literal texts between tags, or in a displayed property, as itself or as one of several. */
function wordsIn(node: Node, isRead: boolean): string[] {
  const { type } = node;
  if (type === 'JSXText') return [String(node.value).trim()];
  if (type === 'Literal') return isRead && typeof node.value === 'string' ? [node.value] : [];
  if (type === 'TemplateElement') return isRead ? [String((node.value as { cooked: string }).cooked)] : [];
  if (type === 'JSXAttribute') {
    const name = String((node.name as Node).name);
    return isNode(node.value) ? wordsIn(node.value, READ.test(name)) : [];
  }
  if (type === 'JSXElement' || type === 'JSXFragment') {
    const opening = isNode(node.openingElement) ? wordsIn(node.openingElement, false) : [];
    return [...opening, ...(node.children as Node[]).flatMap((child) => wordsIn(child, true))];
  }
  // Arguments and comparisons are not displayed.
  const isPassedOn = ['JSXExpressionContainer', 'TemplateLiteral', 'LogicalExpression', 'ConditionalExpression'].includes(type);
  return Object.entries(node).flatMap(([part, value]) => {
    const stillRead = isRead && isPassedOn && part !== 'test';
    return (Array.isArray(value) ? value : [value]).filter(isNode).flatMap((child) => wordsIn(child, stillRead));
  });
}

const wordsOf = (name: string, source: string): string[] =>
  wordsIn(parseSync(name, source).program as unknown as Node, false).filter(
    (words) => /\p{L}/u.test(words) && !SAME_EVERYWHERE.has(words.trim()),
  );

test('visible text is detected between tags and in visible properties, and nowhere else', () => {
  const source = `const a = <p title="Hi you" className="big">{isOn ? "On now" : "Off now"}{call("not shown")}{kind === "x" && <b>Two words</b>}</p>`;
  expect(wordsOf('a.tsx', source)).toEqual(['Hi you', 'On now', 'Off now', 'Two words']);
});

/** Shown to be copied into a terminal. */
const COMMAND = /^npm run /;

/** Sentences around values: two words in a row, or one between two values. A key such as `draft ${id}` is neither. */
function joinsIn({ quasis }: Node): string[] {
  const parts = (quasis as Node[]).map(({ value }) => String((value as { cooked: string }).cooked));
  const isWord = (part: string, place: number): boolean =>
    /\p{L}+ \p{L}+/u.test(part) || (place > 0 && place < parts.length - 1 && /^ \p{L}+ $/u.test(part));
  return !COMMAND.test(parts[0] ?? '') && parts.some(isWord) ? [parts.join('…')] : [];
}

/** Sentences and other runs of words anywhere; errors for programmers are excluded. */
function runsIn(node: Node): string[] {
  const { type } = node;
  if (type === 'NewExpression' && ['Error', 'DOMException'].includes(String((node.callee as Node).name))) return [];
  if (type === 'Literal') return typeof node.value === 'string' && /\p{L}+ \p{L}+ \p{L}+/u.test(node.value) ? [node.value] : [];
  const within = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(runsIn));
  return type === 'TemplateLiteral' ? [...joinsIn(node), ...within] : within;
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a source.
test('a sentence around values is detected, and a key or a class is not', () => {
  const source = 'const a = [`${handle} on ${label}`, `Sent to ${name}`, `draft ${id}`, `${one} ${two}`, `calc(100% - ${size} * 2)`]';
  expect(runsIn(parseSync('a.ts', source).program as unknown as Node)).toEqual(['… on …', 'Sent to …']);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: a source.

test('other sources contain no sentences and no plural forms, which depend on the language', () => {
  const files = globSync('{app,components,features,lib}/**/*.{ts,tsx}', { cwd: SOURCES }).filter(
    (file) => !/\.test\./.test(file) && !NOT_SCREENS.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const outside = files.flatMap((file) => {
    const source = readFileSync(join(SOURCES, file), 'utf8');
    const runs = runsIn(parseSync(file, source).program as unknown as Node);
    return [...runs, ...(source.match(/\bplural\(.*/g) ?? [])].map((words) => `${file}: ${words}`);
  });
  expect(outside).toEqual([]);
});

test('all visible text of the screens is in the text files, where it is tested and translated', () => {
  const files = globSync('{app,components,features}/**/*.tsx', { cwd: SOURCES }).filter(
    (file) => !/\.test\./.test(file) && !NOT_SCREENS.test(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const outside = files.flatMap((file) => wordsOf(file, readFileSync(join(SOURCES, file), 'utf8')).map((words) => `${file}: ${words}`));
  expect(outside).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** Pages in English alone. */
const ENGLISH_ONLY = /public-pages\//;
const SIDE = '(?:left|right)';
const NAMES_A_SIDE = new RegExp(
  `^(?:[\\w-]+-)?${SIDE}(?:-\\w+)*:|^(?:text-align|float|clear|transform-origin): *${SIDE}|translateX\\(|translate\\((?!0)`,
);
/** Four values, of which the second is not the fourth: one thing to the right and another to the left. */
const LOPSIDED = /^(?:margin|padding|inset|border-width): *(\S+) (\S+) (\S+) (?!\2;?$)(\S+)$/;
const LOPSIDED_CORNERS = /^border-radius: *(?:(\S+) (?!\1)\S+ \S+(?: \S+)?|(\S+) \2 (\S+) (?!\3)\S+)$/;

/** Physical sides in a style sheet, which are wrong in right-to-left languages. Rules for one direction may use them. */
function sidesIn(css: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]*)\{([^{}]*)\}/g);
  return [...rules]
    .filter(([, selector = '']) => !selector.includes('[dir='))
    .flatMap(([, , body = '']) => body.split(';').map((line) => line.trim().replaceAll(/(?:calc|var)\([^;]*\)/g, 'value')))
    .filter((line) => NAMES_A_SIDE.test(line) || LOPSIDED.test(line) || LOPSIDED_CORNERS.test(line));
}

test('a physical side is detected by its name, or by two different sides', () => {
  const wrong = ['margin-left: 1px', 'left: 0', 'text-align: right', 'transform: translateX(-50%)', 'padding: 1px 2px 3px 4px'];
  const right = [
    'margin: 1px 2px 3px 2px',
    'padding: 8px 4px',
    'inset-inline-start: 0',
    'border-radius: 0 0 4px 4px',
    'margin-inline: 1px 2px',
  ];
  expect(sidesIn(`.a { ${[...wrong, ...right].join('; ')} }`)).toEqual(wrong);
  expect(sidesIn('.a { border-radius: 4px 9px 9px } .b { border-radius: 0 0 4px 9px } [dir="rtl"] .c { left: 0 }')).toHaveLength(2);
});

test('the styles of all screens use logical sides, for right-to-left layouts', () => {
  const files = globSync('**/*.css', { cwd: SOURCES }).filter((file) => !ENGLISH_ONLY.test(file));
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => sidesIn(readFileSync(join(SOURCES, file), 'utf8')).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
});

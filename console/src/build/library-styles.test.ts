import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const STYLES = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');

const textsOf = (ending: RegExp): string[] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(join(SOURCE, file), 'utf8'));

it('every used component of the library has its styles', () => {
  const imports = textsOf(/\.tsx?$/).flatMap((text) => [...text.matchAll(/(?:import|export) \{([^}]+)\} from '@mantine\/core'/g)]);
  const used = new Set(imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())));
  expect(used).toContain('Button');
  const styled = new Set(
    textsOf(/\.css$/).flatMap((text) => [...text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(([, name = '']) => name)),
  );
  const bare = [...used].filter((name) => existsSync(join(STYLES, `${name}.layer.css`)) && !styled.has(name));
  expect(bare).toEqual([]);
});

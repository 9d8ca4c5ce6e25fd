import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';
import openapiTs, { astToString } from 'openapi-typescript';
import { afterEach, expect } from 'vitest';
import { compileStrictly } from '../../testing/openapi/compile-strictly.ts';
import { LEFT_OUT, LEFT_OUT_OF_REDOCLY } from '../../testing/openapi/excluded-rules.ts';
import { prove } from '../../testing/proofs/prove.ts';

const SERVER = join(import.meta.dirname, '../../..');
const FILE = join(SERVER, 'openapi.json');
/** Below the project, so that what is made there finds its packages. */
const FOLDER = join(SERVER, 'dist', 'openapi-proof');
afterEach(() => rm(FOLDER, { recursive: true, force: true }));

prove('O1', 'the API description passes third-party linters', async () => {
  const source = await readFile(FILE, 'utf8');
  const without = (rules: object) => Object.fromEntries(Object.keys(rules).map((rule) => [rule, 'off' as const]));
  const config = await createConfig({ extends: ['recommended'], rules: without(LEFT_OUT_OF_REDOCLY) });
  const redocly = await lintFromString({ source, absoluteRef: FILE, config });
  const spectral = new Spectral();
  // Their own types do not say that they are rulesets.
  const rulesets = [oas, owasp] as unknown as RulesetDefinition[];
  spectral.setRuleset({ extends: rulesets, rules: without(LEFT_OUT) });
  const found = await spectral.run(JSON.parse(source));
  expect(redocly.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  expect(found.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)).toEqual([]);
  return `Redocly's recommended rules: ${redocly.length} found; Spectral with the rules of OpenAPI and of OWASP: ${found.length} found, ${Object.keys({ ...LEFT_OUT, ...LEFT_OUT_OF_REDOCLY }).length} rules left out, each with its reason`;
});

prove('O2', 'clients generated from the description compile strictly', async () => {
  await mkdir(FOLDER, { recursive: true });
  const types = astToString(await openapiTs(new URL(`file://${FILE}`)));
  await writeFile(join(FOLDER, 'types.ts'), types);
  const { stdout } = await promisify(execFile)(process.execPath, [join(SERVER, 'bin/api-client.mjs')]);
  await cp(stdout.trim(), join(FOLDER, 'client'), { recursive: true });
  expect(await compileStrictly(FOLDER)).toBe('');
  return `openapi-typescript: ${types.split('\n').length} lines; @hey-api/openapi-ts: a client; both compile with every check of "strict"`;
});

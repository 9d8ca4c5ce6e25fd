import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SERVER_FOLDER } from '../server-folder.ts';
import { clientSettings, OAUTH_CLIENT_PLATFORMS } from './oauth-clients-config.ts';
import { misspeltSettings, SETTING_GROUPS, SETTINGS } from './settings.ts';
import { configurationPage, environmentExample } from './settings-pages.ts';

const read = (file: string): string => readFileSync(join(SERVER_FOLDER, '..', file), 'utf8');

describe('the table of settings', () => {
  it('lists exactly the variables that are read', () => {
    const source = globSync('src/config/*-config.ts', { cwd: SERVER_FOLDER })
      .concat('src/config/config.ts')
      .map((file) => read(join('server', file)))
      .join('\n');
    const found = [...source.matchAll(/\benv\.([A-Z][A-Z_]+)|'([A-Z]+(?:_[A-Z]+)+)'|\{ ([A-Z][A-Z_]+):/g)].flatMap(
      ([, a, b, c]) => a ?? b ?? c ?? [],
    );
    const known = SETTINGS.map(({ name }) => name);
    expect([...new Set(found)].filter((name) => !known.includes(name))).toEqual([]);
    const unread = known.filter((name) => !source.includes(name) && !/_CLIENT_(ID|SECRET)$/.test(name));
    expect(unread).toEqual([]);
  });

  it('lists the client settings of exactly the networks that need a registration', () => {
    const listed = SETTINGS.map(({ name }) => name).filter((name) => /_CLIENT_(ID|SECRET)$/.test(name));
    expect(listed).toEqual(OAUTH_CLIENT_PLATFORMS.flatMap(clientSettings));
  });

  it('has each setting once, in one group', () => {
    expect([...new Set(SETTING_GROUPS)]).toEqual([...SETTING_GROUPS]);
    expect([...new Set(SETTINGS.map(({ name }) => name))]).toEqual(SETTINGS.map(({ name }) => name));
    expect(configurationPage().match(/^## .*$/gm)).toEqual(SETTING_GROUPS.map((group) => `## ${group}`));
  });

  it('is in step with docs/configuration.md and .env.example', () => {
    expect(read('docs/configuration.md')).toBe(configurationPage());
    expect(read('.env.example')).toBe(environmentExample());
  });
});

it('reports a misspelt setting, and nothing about the variables of other programs', () => {
  const env = {
    PUBLC_URL: 'https://a.example',
    DATABSE_URL: 'x',
    PATH: '/bin',
    HOSTNAME: 'web-1',
    NODE_ENV: 'production',
    POSTGRES_PASSWORD: 'x',
  };
  expect(misspeltSettings(env)).toEqual([
    'PUBLC_URL is not a setting. Did you mean PUBLIC_URL?',
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
  ]);
  expect(misspeltSettings(Object.fromEntries(SETTINGS.map(({ name }) => [name, '1'])))).toEqual([]);
});

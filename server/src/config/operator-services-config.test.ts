import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCaptionModel } from './operator-services-config.ts';

it('without a model there is none', () => {
  expect(readCaptionModel({})).toBeNull();
  expect(readCaptionModel({ CAPTION_MODEL: ' ' })).toBeNull();
});

it('a name alone means the defaults', () => {
  expect(readCaptionModel({ CAPTION_MODEL: 'small' })).toEqual({
    provider: 'openai-compatible',
    model: 'small',
    baseUrl: 'https://api.openai.com/v1',
    key: null,
    timeoutMs: 30_000,
    maxOutputTokens: 4000,
    prices: null,
    dailyTokens: null,
    seesPictures: false,
  });
});

it('reads every setting, and the key from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'caption-model-')), 'key');
  writeFileSync(file, 'the-key\n');
  const config = readCaptionModel({
    CAPTION_MODEL: 'large',
    CAPTION_MODEL_PROVIDER: 'anthropic',
    CAPTION_MODEL_URL: 'http://127.0.0.1:8080/v1/',
    CAPTION_MODEL_KEY_FILE: file,
    CAPTION_MODEL_TIMEOUT_SECONDS: '5',
    CAPTION_MODEL_MAX_TOKENS: '500',
    CAPTION_MODEL_PRICES: '0.25, 2.00',
    CAPTION_MODEL_DAILY_TOKENS: '2000000',
    CAPTION_MODEL_PICTURES: 'on',
  });
  expect(config).toEqual({
    provider: 'anthropic',
    model: 'large',
    baseUrl: 'http://127.0.0.1:8080/v1',
    key: 'the-key',
    timeoutMs: 5000,
    maxOutputTokens: 500,
    prices: { input: 0.25, output: 2 },
    dailyTokens: 2_000_000,
    seesPictures: true,
  });
});

it.each([
  ['CAPTION_MODEL_PROVIDER', 'parrot'],
  ['CAPTION_MODEL_URL', 'api.openai.com'],
  ['CAPTION_MODEL_URL', 'https://me:secret@models.example/v1'],
  ['CAPTION_MODEL_KEY_FILE', '/no/such/file'],
  ['CAPTION_MODEL_TIMEOUT_SECONDS', '0'],
  ['CAPTION_MODEL_MAX_TOKENS', 'many'],
  ['CAPTION_MODEL_PRICES', 'cheap'],
  ['CAPTION_MODEL_DAILY_TOKENS', '0'],
  ['CAPTION_MODEL_PICTURES', 'yes'],
])('a wrong %s is named', (name, value) => {
  expect(() => readCaptionModel({ CAPTION_MODEL: 'small', [name]: value })).toThrow(name);
});

import { describe, expect, it } from 'vitest';
import { checkSafety } from './check-safety.ts';
import { PLAIN_SETTINGS, type SafetySettings } from './safety-finding.ts';
import { findUndisclosedAi } from './words/find-undisclosed-ai.ts';

async function found(text: string, settings: Partial<SafetySettings>): Promise<[string, string, string][]> {
  const findings = await checkSafety([{ platform: 'sandbox', field: 'text', text }], { ...PLAIN_SETTINGS, ...settings });
  return findings.map(({ check, severity, span }) => [check, severity, text.slice(span?.start, span?.end)]);
}

describe('blocked terms', () => {
  it.each([
    ['Get FREE  money now', 'free money', 'FREE  money'],
    ['Get free\nmoney!', 'free money', 'free\nmoney'],
    ['Ünited we stand', 'ünited', 'Ünited'],
    ['明日は無料キャンペーンです', '無料', '無料'],
    ['50% off (really)', '(really)', '(really)'],
    ['C++ is fine', 'c++', 'C++'],
    // Letters in parts, as some files and keyboards write them.
    ['At the cafe\u0301 today', 'café', 'cafe\u0301'],
    ['At the café today', 'cafe\u0301', 'café'],
    ['x \u1112\u1161\u11ab\u1100\u1173\u11af x', '한글', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ])('in %j, of %j finds %j', async (text, term, excerpt) => {
    expect(await found(text, { blockedTerms: [term, 'other'] })).toEqual([['blocked_term', 'block', excerpt]]);
  });

  it('are found with a letter of another alphabet and its mark apart', async () => {
    const findings = await found('At the caf\u0435\u0301 today', { blockedTerms: ['café'] });
    expect(findings).toContainEqual(['blocked_term', 'block', 'caf\u0435\u0301']);
  });

  it.each([
    ['Freedom of money', 'free'],
    ['classics', 'class'],
    ['a-b', 'ab'],
  ])('in %j, does not find %j: only whole words count', async (text, term) => {
    expect(await found(text, { blockedTerms: [term] })).toEqual([]);
  });
});

describe('hosts that a workspace never links to', () => {
  it.each([
    ['see https://spam.example.org/x?y', 'spam.example.org'],
    ['see https://deep.SPAM.example.org', 'deep.SPAM.example.org'],
    ['see spam.example.org/x', 'spam.example.org'],
    ['https://user@spam.example.org:8080/', 'spam.example.org'],
    ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
    ['https://Bücher.example/', 'Bücher.example'],
  ])('in %j finds %j', async (text, excerpt) => {
    const findings = await found(text, { deniedHosts: ['spam.example.org', 'bücher.example'] });
    expect(findings.filter(([check]) => check === 'denied_host')).toEqual([['denied_host', 'block', excerpt]]);
  });

  it('accepts other hosts, whatever they begin or end with', async () => {
    const text = 'https://notspam.example.org https://spam.example.org.evil.test https://example.org/spam.example.org.txt';
    expect((await found(text, { deniedHosts: ['spam.example.org'] })).map(([, , excerpt]) => excerpt)).toEqual([]);
  });
});

describe('a workspace’s severity', () => {
  const text = 'What the fuck, http://10.0.0.1/';
  it('overrides that of the finding', async () => {
    expect(await found(text, {})).toEqual([
      ['private_link', 'block', 'http://10.0.0.1/'],
      ['profanity', 'warn', 'fuck'],
    ]);
    expect((await found(text, { weights: { profanity: 'block', private_link: 'warn' } })).map(([, severity]) => severity)).toEqual([
      'warn',
      'block',
    ]);
    expect((await found(text, { weights: { profanity: 'off' } })).map(([check]) => check)).toEqual(['private_link']);
  });

  it('is ignored where it must not be set', async () => {
    const weights = { leaked_credential: 'off', private_link: 'off' } as const;
    expect((await found(`${text} ghp_${'a1B2'.repeat(9)}`, { weights })).map(([check]) => check)).toEqual([
      'leaked_credential',
      'private_link',
      'profanity',
    ]);
  });
});

describe('profanity', () => {
  it.each(['Scunthorpe, Essex and Penistone', 'a class of assessments', 'cockpit and cocktails', 'the therapist read the document'])(
    'is not in %j',
    async (text) => {
      expect(await found(text, {})).toEqual([]);
    },
  );

  it.each([
    ['🌊 oh sh1t, no', 'sh1t'],
    ['Fuuuck that', 'Fuuuck'],
    ['some bullshit here', 'bullshit'],
  ])('in %j is %j', async (text, excerpt) => {
    expect(await found(text, {})).toEqual([['profanity', 'warn', excerpt]]);
  });
});

describe('machine-written texts', () => {
  const checksOf = (...args: Parameters<typeof findUndisclosedAi>) => findUndisclosedAi(...args).map(({ check }) => check);

  it.each(['agent', 'model'] as const)('of an %s need the disclosure that the workspace requires', (origin) => {
    expect(checksOf('sandbox', ['Doors open.'], origin, '#AI')).toEqual(['undisclosed_ai']);
    expect(checksOf('sandbox', ['Doors open.', 'More. #ai'], origin, '#AI')).toEqual([]);
    expect(checksOf('sandbox', ['Doors open.'], origin, null)).toEqual([]);
  });

  it.each(['person', 'extractive'] as const)('are not those of a %s', (origin) => {
    expect(checksOf('sandbox', ['Doors open.'], origin, '#AI')).toEqual([]);
  });
});

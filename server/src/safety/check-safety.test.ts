import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSafety } from './check-safety.ts';

const findingsIn = (text: string) => checkSafety([{ platform: 'sandbox', field: 'text', text }]);
const excerptsOf = (text: string) => findingsIn(text).map(({ span }) => (span ? text.slice(span.start, span.end) : null));

/** Put together here, so that no scanner of this repository takes them for real ones. */
const SECRETS: [string, string][] = [
  ['a Countersign API key', `cs_live_4f9d2c7ab1_${'aB3'.repeat(12)}x9`],
  ['a Countersign API key', `cs_test_4f9d2c7ab1_${'aB3'.repeat(12)}x9`],
  ['an AWS access key id', `AKIA${'IOSFODNN7EXAMPLE'.replace(/[01789]/g, '2')}`],
  ['an AWS secret key', `aws_secret_access_key = ${'wJalrXUtnF/EMI7MDENG'.repeat(2)}`],
  ['a GitHub token', `ghp_${'a1B2'.repeat(9)}`],
  ['a GitHub token', `github_pat_${'a1B2_'.repeat(8)}`],
  ['a GitLab token', `glpat-${'a1B2'.repeat(5)}`],
  ['a Slack token', `xoxb-${'1234567890-'.repeat(2)}abcdefghij`],
  ['a Slack webhook address', `hooks.slack.com/services/T0000000/B0000000/${'aB3d'.repeat(6)}`],
  ['a Discord webhook address', `discord.com/api/webhooks/123456789012345678/${'aB3_'.repeat(15)}`],
  ['a Telegram bot token', `123456789:AA${'aB3'.repeat(11)}`],
  ['a Stripe key', `sk_live_${'a1B2'.repeat(6)}`],
  ['a Stripe key', `whsec_${'a1B2'.repeat(8)}`],
  ['a Google API key', `AIza${'a1B2_'.repeat(7)}`],
  ['a Google OAuth secret', `GOCSPX-${'a1B2'.repeat(7)}`],
  ['an AI provider key', `sk-proj-${'a1B2'.repeat(8)}`],
  ['an npm token', `npm_${'a1B2'.repeat(9)}`],
  ['a PyPI token', `pypi-AgE${'a1B2'.repeat(14)}`],
  ['a Hugging Face token', `hf_${'aB'.repeat(17)}`],
  ['a SendGrid key', `SG.${'a'.repeat(22)}.${'b'.repeat(43)}`],
  ['a Shopify token', `shpat_${'0a'.repeat(16)}`],
  ['a DigitalOcean token', `dop_v1_${'0a'.repeat(32)}`],
  ['a JSON web token', `eyJ${'hbGciOiJ'.repeat(2)}.eyJ${'zdWIiOiI'.repeat(2)}.${'c2ln'.repeat(6)}`],
  ['a bearer token', `Bearer ${'a1B2'.repeat(8)}`],
];

describe('leaked credentials', () => {
  it.each(SECRETS)('finds %s and names the stretch, but never the secret', (name, secret) => {
    const text = `Our launch is today! 🚀 ${secret} and more words.`;
    const [finding] = findingsIn(text);
    expect(finding).toMatchObject({ check: 'leaked_credential', severity: 'block', platform: 'sandbox', field: 'text' });
    expect(finding?.message).toContain(name);
    expect(finding?.message).not.toContain(secret);
    expect(excerptsOf(text)).toEqual([secret]);
  });

  it('finds a whole private key block', () => {
    const block = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq9\nabc/def+==\n-----END RSA PRIVATE KEY-----';
    expect(excerptsOf(`look:\n${block}\nend`)).toEqual([block]);
  });

  it.each([
    'The release notes are at https://example.org/notes#v1.2 and ship on 2026-11-21.',
    'Bearer of good news: we are hiring in Lisbon!',
    'Commit 3f2c9a1b7e6d5c4b3a29180716253443526170f9 fixed it.',
    'sk-learn and npm_config are fine words; so is AKIA.',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('lets ordinary text pass: %s', (text) => {
    expect(findingsIn(text)).toEqual([]);
  });
});

describe('links', () => {
  it.each([
    'http://10.0.0.1/',
    'http://192.168.1.20:8080/admin',
    'https://172.16.9.1',
    'http://169.254.169.254/latest/meta-data',
    'http://[fe80::1]/',
    'http://[fd00::1]:80/x',
    'http://[::ffff:10.0.0.1]/',
    'http://0x0a000001/',
    'http://167772161/',
    'http://012.0.0.1/',
    'https://wiki.internal/page',
    'http://printer.local',
    'http://intranet/',
    'http://⑩.0.0.1/',
    'ftp://nas.lan/file',
  ])('blocks a link into a private network: %s', (link) => {
    const text = `See ${link} for more`;
    expect(findingsIn(text)).toMatchObject([{ check: 'private_link', severity: 'block' }]);
    expect(excerptsOf(text)).toEqual([link]);
  });

  it.each(['http://localhost:4000/', 'http://127.0.0.1', 'http://[::1]:3000', 'http://app.localhost/', 'http://2130706433/'])(
    'warns of a link to the reader’s own machine: %s',
    (link) => {
      expect(findingsIn(`Run it, then open ${link}`)).toMatchObject([{ check: 'private_link', severity: 'warn' }]);
    },
  );

  it.each(['https://ada:lovelace@example.org/', 'https://example.org@evil.example/', 'postgres://app:hunter2@db.example.org/app'])(
    'blocks a link with a password: %s',
    (link) => {
      expect(findingsIn(`(${link}).`)).toMatchObject([{ check: 'link_with_password', severity: 'block' }]);
      expect(excerptsOf(`(${link}).`)).toEqual([link]);
    },
  );

  it.each([
    'https://example.org',
    'http://93.184.216.34/',
    'https://[2606:2800:220:1::1]/',
    'https://en.wikipedia.org/wiki/Port_(disambiguation)',
    'https://münchen.example/straße',
    'ssh://git@github.com/acme/app',
    'mailto:ada@example.org',
    'https://localhost.example.org',
  ])('lets a public link pass: %s', (link) => {
    expect(findingsIn(`Read ${link}, please.`)).toEqual([]);
  });

  it('leaves the punctuation of the sentence out of the span', () => {
    expect(excerptsOf('Is it [here](http://10.0.0.1/a_(b))?')).toEqual(['http://10.0.0.1/a_(b)']);
  });
});

describe('stuffing', () => {
  const mentions = (count: number) => Array.from({ length: count }, (_, index) => `@person${index}.example.org`).join(' ');
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `#tág${index}`).join(' ');

  it('lets five mentions and ten tags pass', () => {
    expect(findingsIn(`${mentions(5)} ${tags(10)} mail ada@example.org, issue #12`)).toEqual([]);
  });

  it('warns of the sixth mention and names those beyond the limit', () => {
    const text = `Hello ${mentions(7)}!`;
    expect(findingsIn(text)).toMatchObject([{ check: 'mention_stuffing', severity: 'warn' }]);
    expect(excerptsOf(text)).toEqual(['@person5.example.org @person6.example.org']);
  });

  it('warns of the eleventh tag', () => {
    expect(findingsIn(tags(11))).toMatchObject([{ check: 'tag_stuffing', severity: 'warn' }]);
    expect(excerptsOf(tags(11))).toEqual(['#tág10']);
  });

  it('blocks three times as many', () => {
    expect(findingsIn(mentions(16))).toMatchObject([{ severity: 'block' }]);
    expect(findingsIn(tags(31))).toMatchObject([{ severity: 'block' }]);
  });
});

describe('all checks', () => {
  it('give spans in UTF-16 units that hold exactly what was put in, wherever it stands', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const text = `${before} ${secret} ${after}`;
        expect(excerptsOf(text)).toContain(secret);
      }),
    );
  });

  it('stay within the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { span } of findingsIn(text)) {
          expect(span === null || (span.start >= 0 && span.start < span.end && span.end <= text.length)).toBe(true);
        }
      }),
    );
  });

  it.each([
    'eyJ',
    '-eyJabcdefgh.eyJ',
    '-----BEGIN PRIVATE KEY-----',
    'http://',
    'a+',
    '@a',
    '@a.',
    '#1',
    'sk-ant-',
    'xoxb-',
    'Bearer ',
    'a.',
    'x://[',
    ')',
    'ya29.',
    '@a@',
    'glpat-',
    'SG.',
  ])('take time in proportion to the text: %s', (piece) => {
    const start = performance.now();
    findingsIn(`http://${piece.repeat(Math.ceil(262_144 / piece.length))}`);
    findingsIn(piece.repeat(Math.ceil(262_144 / piece.length)));
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('name the post that they found something in', () => {
    const findings = checkSafety([
      { platform: 'bluesky', field: 'text', text: 'fine' },
      { platform: 'bluesky', field: 'thread/0', text: 'http://10.1.1.1' },
      { platform: 'sandbox', field: 'link', text: 'http://10.1.1.1' },
    ]);
    expect(findings.map(({ platform, field }) => [platform, field])).toEqual([
      ['bluesky', 'thread/0'],
      ['sandbox', 'link'],
    ]);
  });
});

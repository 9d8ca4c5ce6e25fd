import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testPlatforms } from '../testing/platforms.ts';
import { checkSafety } from './check-safety.ts';
import { PLAIN_SETTINGS } from './safety-finding.ts';
import { safetyPostsOf } from './safety-queries.ts';

const findingsIn = (text: string) => checkSafety([{ platform: 'sandbox', field: 'text', text }]);
const excerptsOf = async (text: string) => (await findingsIn(text)).map(({ span }) => (span ? text.slice(span.start, span.end) : null));

/** Assembled here, so secret scanners do not report this repository. */
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
  it.each(SECRETS)('finds %s and marks the span, but never repeats the secret', async (name, secret) => {
    const text = `Our launch is today! 🚀 ${secret} and more words.`;
    const [finding] = await findingsIn(text);
    expect(finding).toMatchObject({ check: 'leaked_credential', severity: 'block', platform: 'sandbox', field: 'text' });
    expect(finding?.message).toContain(name);
    expect(finding?.message).not.toContain(secret);
    expect(await excerptsOf(text)).toEqual([secret]);
  });

  it('finds a whole private key block', async () => {
    const block = '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq9\nabc/def+==\n-----END RSA PRIVATE KEY-----';
    expect(await excerptsOf(`look:\n${block}\nend`)).toEqual([block]);
  });

  it('finds what only secretlint detects, and ignores secretlint comments in the text', async () => {
    const token = `glsa_${'a1B2'.repeat(8)}_0a1b2c3d`;
    const text = `<!-- secretlint-disable --> see ${token}`;
    const [finding] = await findingsIn(text);
    expect(finding).toMatchObject({ check: 'leaked_credential', severity: 'block' });
    expect(finding?.message).not.toContain(token);
    expect(await excerptsOf(text)).toEqual([token]);
  });

  it.each([
    'The release notes are at https://example.org/notes#v1.2 and ship on 2026-11-21.',
    'Bearer of good news: we are hiring in Lisbon!',
    'Commit 3f2c9a1b7e6d5c4b3a29180716253443526170f9 fixed it.',
    'sk-learn and npm_config are fine words; so is AKIA.',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('accepts ordinary text: %s', async (text) => {
    expect(await findingsIn(text)).toEqual([]);
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
    'http://10.0.0.1.nip.io/',
    'https://app-192-168-0-9.sslip.io/x',
    'http://[fe80::1%25eth0]/',
  ])('blocks a link into a private network: %s', async (link) => {
    const text = `See ${link} for more`;
    expect(await findingsIn(text)).toMatchObject([{ check: 'private_link', severity: 'block' }]);
    expect(await excerptsOf(text)).toEqual([link]);
  });

  it.each([
    ['Our NAS is at 192.168.0.10:8080 now', '192.168.0.10'],
    ['see wiki.corp.internal/page', 'wiki.corp.internal'],
  ])('warns about a private host without a link: %s', async (text, host) => {
    expect(await findingsIn(text)).toMatchObject([{ check: 'private_link', severity: 'warn' }]);
    expect(await excerptsOf(text)).toEqual([host]);
  });

  it.each(['Version 10.0.0.1 is out', 'ranges such as 10.0.0.0/8', 'think local.', 'example.org:8080', 'https://nip.io/'])(
    'accepts a plain number or a public host: %s',
    async (text) => {
      expect(await findingsIn(text)).toEqual([]);
    },
  );

  it.each(['http://localhost:4000/', 'http://127.0.0.1', 'http://[::1]:3000', 'http://app.localhost/', 'http://2130706433/'])(
    'warns about a link to the reader’s own machine: %s',
    async (link) => {
      expect(await findingsIn(`Run it, then open ${link}`)).toMatchObject([{ check: 'private_link', severity: 'warn' }]);
    },
  );

  it.each([
    'https://ada:lovelace@example.org/',
    'https://example.org@evil.example/',
    'postgres://app:hunter2@db.example.org/app',
    'mongodb://app:hunter2@one.example.org:27017,two.example.org:27017/app',
    'redis://:hunter2@cache.example.org:6379/0',
    'mysql://app:a/b#c?d@db.example.org/app',
    'https://cam.example.org/live?user=guest&password=Boat4You',
    'https://app.example.org/#pass=Boat4You',
  ])('blocks a link with a password: %s', async (link) => {
    const links = (await findingsIn(`(${link}).`)).filter(({ check }) => check === 'link_with_password');
    expect(links).toMatchObject([{ severity: 'block' }]);
    expect((await excerptsOf(`(${link}).`)).includes(link)).toBe(true);
  });

  it.each([
    'postgres://USER:PASSWORD@HOST:5432/DATABASE',
    'https://social.example:8443/@ada',
    'ssh://git@github.com/acme/app',
    'https://maps.example.org/?key=harbour&session=autumn',
  ])('finds no password in %s', async (link) => {
    expect(await findingsIn(`(${link}).`)).toEqual([]);
  });

  it('warns about a link with what seems to be a personal key', async () => {
    const link = `https://app.example.org/reset?reset_token=${'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8v'}`;
    expect(await findingsIn(link)).toContainEqual(expect.objectContaining({ check: 'link_with_password', severity: 'warn' }));
  });

  it.each([
    'https://example.org',
    'https://en.wikipedia.org/wiki/Port_(disambiguation)',
    'https://münchen.example/straße',
    'ssh://git@github.com/acme/app',
    'mailto:press@example.org',
    'https://localhost.example.org',
  ])('accepts a public link: %s', async (link) => {
    expect(await findingsIn(`Read ${link}, please.`)).toEqual([]);
  });

  it.each(['http://134744072/', 'http://0x08080808/a', 'http://010.010.010.010', 'http://8.8.8.8/', 'https://[2001:4860:4860::8888]/'])(
    'warns about a public address without a host name, in any notation: %s',
    async (link) => {
      expect(await findingsIn(`See ${link} now`)).toMatchObject([{ check: 'unclear_link', severity: 'warn' }]);
    },
  );

  it.each(['https://xn--80ak6aa92e.com', 'https://xn--pypal-4ve.com/login', 'https://xn--ggle-55da.com'])(
    'blocks a lookalike that is written in punycode: %s',
    async (link) => {
      expect(await findingsIn(`See ${link} now`)).toMatchObject([{ check: 'lookalike_link', severity: 'block' }]);
    },
  );

  it.each(['Our site: https://xn--mnchen-3ya.example', 'https://example.org/134744072', 'Order 134744072 is ready'])(
    'accepts a name with an umlaut, and numbers that are not hosts: %s',
    async (text) => {
      expect(await findingsIn(text)).toEqual([]);
    },
  );

  it('excludes the punctuation of the sentence from the span', async () => {
    expect(await excerptsOf('Is it [here](http://10.0.0.1/a_(b))?')).toEqual(['http://10.0.0.1/a_(b)']);
  });
});

describe('stuffing', () => {
  const mentions = (count: number) => Array.from({ length: count }, (_, index) => `@person${index}.example.org`).join(' ');
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `#tág${index}`).join(' ');

  it('accepts five mentions and ten tags', async () => {
    expect(await findingsIn(`${mentions(5)} ${tags(10)} mail info@example.org, issue #12`)).toEqual([]);
  });

  it('warns about the sixth mention and marks those beyond the limit', async () => {
    const text = `Hello ${mentions(7)}!`;
    expect(await findingsIn(text)).toMatchObject([{ check: 'mention_stuffing', severity: 'warn' }]);
    expect(await excerptsOf(text)).toEqual(['@person5.example.org @person6.example.org']);
  });

  it('warns about the eleventh tag', async () => {
    expect(await findingsIn(tags(11))).toMatchObject([{ check: 'tag_stuffing', severity: 'warn' }]);
    expect(await excerptsOf(tags(11))).toEqual(['#tág10']);
  });

  it('blocks three times as many', async () => {
    expect(await findingsIn(mentions(16))).toMatchObject([{ severity: 'block' }]);
    expect(await findingsIn(tags(31))).toMatchObject([{ severity: 'block' }]);
  });
});

const LONG = 50_000;

describe('all checks', () => {
  it('give spans in UTF-16 units that contain exactly what was inserted, at any position', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), async (before, after) => {
        const text = `${before} ${secret} ${after}`;
        expect(await excerptsOf(text)).toContain(secret);
      }),
    );
  });

  it('stay within the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        for (const { span } of await findingsIn(text)) {
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
    '+1 ',
    '1 ',
    '4-',
    'AB12 ',
    'a@b.',
    'f u ',
    'a b ',
    'key=',
    'secretlint-',
    'a.',
    'a.local',
    '1.1.',
    'SK0a',
    'EAAa',
    'AAAA',
    'password: ',
    'token=a1',
    'M1234567.a',
    'tel. 0',
    '06 12 ',
    '{{',
    '[your ',
    '<your ',
    '```',
    'sure! here is a ',
    'as an ai ',
    'abandon ability ',
    'cures the the ',
    'not ',
    'earn 1 ',
    'lives at 1 a ',
    'calle a ',
    'born on 1 ',
    'paypal.com.',
    'xn--a.',
    'aа',
    '\u200b',
    '\ufe0f',
    '\u{e0061}',
    'クソ',
    'f.u.c.k',
    'nsec1q',
    'bunker://a?',
    'passport no. ',
    'contraseña a a a a ',
    'mysql -p',
    'curl -u a:',
    'all our clients ',
    'turn £1 into ',
    'send a photo of ',
    'at home 1 a ',
    'A_PASSWORD=',
  ])('take time proportional to the text: %s', async (piece) => {
    const settings = { ...PLAIN_SETTINGS, blockedTerms: ['a b', 'free money'], deniedHosts: ['b.a'], timeZone: 'Europe/Berlin' };
    const text = piece.repeat(Math.ceil(LONG / piece.length));
    // Excludes loading and compiling the checks in the worker thread of long texts.
    await checkSafety([{ platform: 'sandbox', field: 'text', text: text.slice(0, LONG / 10) }], settings);
    // CPU time: wall time would include whatever else runs.
    const before = process.cpuUsage();
    for (const each of [text, `http://${text}`]) await checkSafety([{ platform: 'sandbox', field: 'text', text: each }], settings);
    const { user } = process.cpuUsage(before);
    // A quadratic number of steps would be billions.
    expect(user / 1000).toBeLessThan(1_500);
  });

  it('name the post of the finding', async () => {
    const findings = await checkSafety([
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

describe('handles in the form of another network', () => {
  const platforms = new Map(testPlatforms().map((platform) => [platform.id, platform]));
  const foundOn = async (id: string, text: string) => {
    const platform = platforms.get(id);
    if (!platform) throw new Error(id);
    const preview = platform.preview({ text, tags: [], thread: [], link: null });
    const findings = await checkSafety(safetyPostsOf({ platform: id, preview, post: null }));
    return findings.filter(({ check }) => check === 'foreign_name').map(({ message }) => message);
  };
  const npub = 'npub1sn0wdenkukak0d9dfczzeacvhkrgz92ak56egt7vdgzn8pv2wfqqhrjdv9';

  it.each([
    ['x', 'Thanks @harbour.bsky.social!', '"@harbour.bsky.social" as its own account "@harbour"'],
    ['telegram', 'Thanks @harbour.bsky.social!', '"@harbour.bsky.social" as its own account "@harbour"'],
    ['threads', 'Thanks @harbour.bsky.social!', 'as its own account "@harbour.bsky.social"'],
    ['threads', 'Thanks @harbour@mastodon.social.', '"@harbour@mastodon.social" as its own account "@harbour"'],
    ['instagram', 'Thanks @harbour@mastodon.social.', 'as its own account "@harbour"'],
    ['mastodon', 'Thanks @harbour.bsky.social!', 'as its own account "@harbour.bsky.social"'],
    ['facebook', 'Thanks @[17:Harbour]!', '"@[17:Harbour]" as its own account "17"'],
    ['vk', 'Thanks [id17|Harbour]!', '"[id17|Harbour]" as its own account "id17"'],
    ['vk', 'Thanks *club17 (Harbour)!', '"*club17 (Harbour)" as its own account "club17"'],
    ['nostr', `Thanks @${npub}!`, 'mentions no account here'],
    ['nostr', `Thanks ${npub}!`, 'mentions no account here'],
    ['nostr', `Thanks nostr:${npub.slice(0, -1)}q!`, 'mentions no account here'],
  ])('on %s finds %s, with the account that it would mention', async (id, text, message) => {
    expect(await foundOn(id, text)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['x', 'Thanks @harbour. Write to ada@example.org or see @harbour@mastodon.social'],
    ['mastodon', 'Thanks @harbour@mastodon.social and @harbour.'],
    ['bluesky', 'Thanks @harbour.bsky.social!'],
    ['linkedin', 'Thanks @harbour.bsky.social!'],
    ['threads', 'Thanks @ben.harbour!'],
    ['nostr', `Thanks nostr:${npub}, see https://njump.me/${npub}`],
  ])('on %s ignores %s', async (id, text) => {
    expect(await foundOn(id, text)).toEqual([]);
  });
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ResolveHost } from '../outbound/address-policy.ts';
import { noisyPicture } from '../testing/pictures.ts';
import { type PageServer, startPageServer } from '../testing/servers/page-server.ts';
import { createTestOutbound } from '../testing/test-outbound.ts';
import { createLinkReader, type LinkContent, type LinkReader } from './link-reader.ts';

let site: PageServer;
/** On the same machine, but not allowed by the operator. */
let inside: PageServer;
beforeAll(async () => {
  site = await startPageServer();
  inside = await startPageServer();
  inside.page('/', '<title>The router</title>');
});
afterAll(() => Promise.all([site.stop(), inside.stop()]));
beforeEach(() => {
  inside.seen.length = 0;
});

/** Fake DNS responses, in order. */
let names: Record<string, string[][]>;
let asked: string[];
const resolve: ResolveHost = async (hostname) => {
  asked.push(hostname);
  const answers = names[hostname] ?? [];
  return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
};
beforeEach(() => {
  asked = [];
  names = { 'harbour.example.org': [['127.0.0.1']] };
});

const PATIENT_MS = 5_000;
const reader = (timeoutMs = PATIENT_MS): LinkReader =>
  createLinkReader({ outbound: createTestOutbound([site.address], resolve), timeoutMs, userAgent: 'Countersign test' });
const port = () => site.address.split(':')[1];
const at = (path: string, host = 'harbour.example.org') => `http://${host}:${port()}${path}`;
const OWNER = 'acc_harbour';
const read = (link: string, timeoutMs?: number) => reader(timeoutMs).read(link, OWNER);
const reasonOf = (content: LinkContent) => (content.kind === 'missing' ? String(content.reason) : `a card: ${content.title}`);
const redirect = (path: string, location: string) =>
  site.on(path, (response) => response.writeHead(302, { location, 'set-cookie': 'a=b' }).end());

describe('a page', () => {
  it('gives its title, description, site and picture', async () => {
    const picture = await noisyPicture(1600, 800).jpeg().toBuffer();
    site.on('/boat.jpg', (response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture));
    site.page(
      '/saturday',
      `<head><title>plain</title><meta property="og:title" content="Open again &amp; hungry"><meta property="og:description" content="From 8 to 18.">
       <meta property="og:site_name" content="Harbour Café"><meta property="og:image" content="/boat.jpg"></head>`,
    );
    const content = await read(at('/saturday'));
    expect(content).toMatchObject({ kind: 'card', title: 'Open again & hungry', description: 'From 8 to 18.', siteName: 'Harbour Café' });
    expect(content.kind === 'card' && content.image).toMatchObject({ mimeType: 'image/jpeg', width: 1200, height: 600 });
    expect(content.kind === 'card' && (content.image?.bytes.length ?? 0)).toBeLessThanOrEqual(1_000_000);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('may come packed with %s', async (encoding, pack) => {
    const headers = { 'content-type': 'text/html', 'content-encoding': encoding };
    site.on('/packed', (response) => response.writeHead(200, headers).end(pack('<title>Unpacked</title>')));
    expect(await read(at('/packed'))).toMatchObject({ kind: 'card', title: 'Unpacked', image: null });
  });

  it('is fetched without cookies, even if it set one, and with our user agent', async () => {
    redirect('/first', '/second');
    site.page('/second', '<title>Second</title>');
    expect(await read(at('/first'))).toMatchObject({ title: 'Second' });
    const [first, second] = site.seen.slice(-2);
    expect([first?.path, second?.path]).toEqual(['/first', '/second']);
    for (const { headers } of [first, second].flatMap((request) => request ?? [])) {
      expect(headers).toMatchObject({ 'user-agent': 'Countersign test' });
      expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie', 'authorization', 'referer']));
    }
  });

  it('is read once for concurrent callers', async () => {
    site.page('/popular', '<title>Popular</title>');
    const before = site.seen.length;
    const one = reader();
    const contents = await Promise.all(Array.from({ length: 5 }, () => one.read(at('/popular'), OWNER)));
    expect(contents.map((content) => content.kind)).toEqual(Array(5).fill('card'));
    expect(site.seen.length - before).toBe(1);
  });
});

describe('pages that do not respond', () => {
  it('block no other customer: with many of them, an owner waits for a slot of their own', async () => {
    const [open, four] = [[] as ServerResponse[], Promise.withResolvers<void>()];
    const hang = (response: ServerResponse) => void (open.push(response) === 4 && four.resolve());
    site.page('/other', '<title>Other</title>');
    const one = reader();
    const flood = Array.from({ length: 20 }, (_, index) => {
      site.on(`/hangs-${index}`, hang);
      return one.read(at(`/hangs-${index}`), 'acc_flood');
    });
    await four.promise;
    expect(await one.read(at('/other'), OWNER)).toMatchObject({ kind: 'card', title: 'Other' });
    expect(open.length).toBe(4);
    for (let index = 0; index < 20; index += 1) site.page(`/hangs-${index}`, '<title>At last</title>');
    for (const response of open) response.destroy();
    expect((await Promise.all(flood)).filter(({ kind }) => kind === 'card').length).toBe(16);
  });

  it('are limited: those without a slot within the time limit of a page get an error', async () => {
    const one = reader(100);
    const results = await Promise.all(
      Array.from({ length: 9 }, (_, index) => {
        site.on(`/never-${index}`, () => {});
        return one.read(at(`/never-${index}`), OWNER);
      }),
    );
    expect(new Set(results.map(reasonOf))).toContain('Too many pages are being fetched right now.');
  });
});

describe('nothing but the public internet is opened', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://127.0.0.1./',
    'http://localhost/',
    'http://localhost./',
    'http://intranet/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://nowhere.example.org/',
    'http://inside.example.org/',
    'http://inside.example.org./',
  ])('%s is not', async (link) => {
    names['inside.example.org'] = [['10.1.2.3', 'fd00::7', '::ffff:10.1.2.3']];
    names['metadata.google.internal'] = [['169.254.169.254']];
    expect(reasonOf(await read(link))).toMatch(/ is not on the public internet\.$/);
  });

  it.each([
    ['http://posts.example.org/', 'leads to this service itself'],
    ['http://posts.example.org./', 'leads to this service itself'],
    ['http://ada:secret@harbour.example.org/', 'contains a user name or password'],
    ['http://outside.example.org:8080/', 'leads to port 8080'],
    ['http://outside.example.org:22/', 'leads to port 22'],
    ['https://outside.example.org:80/', 'leads to port 80'],
    ['ftp://outside.example.org/', 'does not lead to a web page'],
    ['file:///etc/passwd', 'does not lead to a web page'],
    ['data:text/html,<title>x</title>', 'does not lead to a web page'],
    ['javascript:alert(1)', 'does not lead to a web page'],
    ['no link', 'not a valid address'],
  ])('nor %s', async (link, reason) => {
    names['outside.example.org'] = [['8.8.8.8']];
    expect(reasonOf(await read(link))).toContain(reason);
  });

  it('nor another port of an allowed machine', async () => {
    expect(reasonOf(await read(`http://${inside.address}/`))).toContain('only the usual web ports');
    expect(inside.seen).toEqual([]);
  });

  it.each([
    ['an address of its own network', () => `http://${inside.address}/`],
    ['the metadata of its cloud', () => 'http://169.254.169.254/latest/'],
    ['a name that resolves to such an address', () => 'http://inside.example.org/'],
    ['a file', () => 'file:///etc/passwd'],
    ['a password', () => at('/').replace('http://', 'http://ada:secret@')],
  ])('a page cannot lead us on to %s', async (_, target) => {
    names['inside.example.org'] = [['127.0.0.1']];
    redirect('/away', target());
    expect((await read(at('/away'))).kind).toBe('missing');
    expect(inside.seen).toEqual([]);
    expect(site.seen.at(-1)?.path).toBe('/away');
  });

  it('a name is resolved once, and later DNS responses do not count', async () => {
    names['turning.example.org'] = [['127.0.0.1'], ['127.0.0.2']];
    site.page('/turning', '<title>Still the first</title>');
    expect(await read(at('/turning', 'turning.example.org'))).toMatchObject({ title: 'Still the first' });
    expect(asked).toEqual(['turning.example.org']);
  });

  it('checks each redirect again, whatever the name was before', async () => {
    names['turning.example.org'] = [['127.0.0.1'], ['127.0.0.2']];
    redirect('/once', '/turning');
    expect((await read(at('/once', 'turning.example.org'))).kind).toBe('missing');
    expect(asked).toEqual(['turning.example.org', 'turning.example.org']);
    expect(site.seen.at(-1)?.path).toBe('/once');
  });

  it('of several addresses only the open ones are connected to', async () => {
    names['mixed.example.org'] = [['10.0.0.1', '127.0.0.2', '127.0.0.1']];
    let reached: string | undefined;
    site.on('/mixed', (response, { socket }) => {
      reached = socket.localAddress;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Mixed</title>');
    });
    expect(await read(at('/mixed', 'mixed.example.org'))).toMatchObject({ title: 'Mixed' });
    expect(reached).toBe('127.0.0.1');
  });

  it('an image has the same rules', async () => {
    site.page('/with-inside', `<title>Sly</title><meta property="og:image" content="http://${inside.address}/boat.jpg">`);
    expect(await read(at('/with-inside'))).toMatchObject({ kind: 'card', title: 'Sly', image: null });
    expect(inside.seen).toEqual([]);
  });
});

describe('a page that means no good', () => {
  const closed = (response: ServerResponse) => once(response, 'close');

  it.each<[string, (response: ServerResponse) => void]>([
    ['never answers', () => {}],
    ['sends a byte now and then', (response) => drip(response)],
    ['leads in a circle, slowly', (response) => setTimeout(() => response.writeHead(302, { location: '/slow' }).end(), 100)],
  ])('%s: we do not wait longer than we said', async (_, answer) => {
    site.on('/slow', answer);
    const begun = performance.now();
    expect(reasonOf(await read(at('/slow'), 300))).toBe('The page did not respond within 0.3 seconds.');
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  it('never ends: its beginning is read, and the line is cut', async () => {
    const cut = Promise.withResolvers<unknown>();
    site.on('/endless', (response) => {
      cut.resolve(closed(response));
      response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Endless</title>');
      pour(response);
    });
    expect(await read(at('/endless'))).toMatchObject({ title: 'Endless' });
    await cut.promise;
  });

  it('decompresses beyond any memory: only its beginning is read', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('<title>Bomb</title>'), Buffer.alloc(50_000_000)]));
    expect(bomb.length).toBeLessThan(60_000);
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' };
    site.on('/bomb', (response) => response.writeHead(200, headers).end(bomb));
    const before = process.memoryUsage().arrayBuffers;
    expect(await read(at('/bomb'))).toMatchObject({ title: 'Bomb' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    [
      'is a paper',
      (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
      'application/pdf and not to a page',
    ],
    ['has no type', (response) => response.writeHead(200).end('Just words.'), 'something without a type'],
    [
      'is gone',
      (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<title>x</title>'),
      'The page responded with 404.',
    ],
    ['has no title', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'), 'The page has no title.'],
    ['hangs up', (response) => response.destroy(), 'connection ended before it responded'],
    ['hangs up in the middle', hangUp, 'was cut off'],
    ['is packed wrongly', (response) => packed(response, 'gzip'), 'could not be decompressed'],
    ['is packed strangely', (response) => packed(response, 'zstd'), 'unsupported content encoding'],
    ['leads in a circle', (response) => response.writeHead(301, { location: '/bad' }).end(), 'without end'],
    ['leads to no address', (response) => response.writeHead(301, { location: 'http://' }).end(), 'not a valid address'],
  ])('%s: no card, and a sentence with the reason', async (_, answer, reason) => {
    site.on('/bad', answer);
    expect(reasonOf(await read(at('/bad')))).toContain(reason);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['is none', (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<svg onload="alert(1)"/>')],
    ['is a drawing', (response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>')],
    ['is larger than 5 MiB', (response) => pour(response.writeHead(200, { 'content-type': 'image/png' }))],
    ['is a counting pixel', (response) => sendPixel(response)],
    ['never comes', () => {}],
  ])('has a picture that %s: the card goes without', async (_, answer) => {
    site.on('/picture', answer);
    site.page('/pictured', '<title>Pictured</title><meta property="og:image" content="/picture">');
    const content = await read(at('/pictured'), 1_000);
    expect(content).toMatchObject({ kind: 'card', title: 'Pictured', image: null });
    expect(String(content.kind === 'card' && content.imageFault)).toContain('names a picture that could not be');
  });

  it('takes the next image if the first is unavailable, and recognises images by their content', async () => {
    const picture = await noisyPicture(300, 200).jpeg().toBuffer();
    site.on('/gone.jpg', (response) => response.writeHead(404).end());
    site.on('/boat', (response) => response.writeHead(200, { 'content-type': 'binary/octet-stream' }).end(picture));
    site.page(
      '/several',
      '<title>Several</title><meta property="og:image" content="/gone.jpg"><meta property="og:image" content="/boat"><meta name="twitter:image" content="/gone.jpg">',
    );
    const content = await read(at('/several'));
    expect(content).toMatchObject({ kind: 'card', image: { width: 300, height: 200 } });
    expect(content).not.toHaveProperty('imageFault');
  });

  it.each([
    ['no type', {}],
    ['a type for anything', { 'content-type': 'application/octet-stream' }],
    ['the type of a text', { 'content-type': 'text/plain; charset=utf-8' }],
  ])('recognises a page sent as %s by its content', async (_, headers) => {
    site.on('/untyped', (response) => response.writeHead(200, headers).end('<!-- x --> <!DOCTYPE html><html><title>Untyped</title>'));
    expect(await read(at('/untyped'))).toMatchObject({ kind: 'card', title: 'Untyped' });
    site.on('/untyped', (response) => response.writeHead(200, headers).end('No page, though it says <title>x</title>'));
    expect(await read(at('/untyped'))).toMatchObject({ kind: 'missing' });
  });
});

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  const timer = setInterval(() => response.write('<'), 20);
  response.on('close', () => clearInterval(timer));
}

function pour(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on('drain', more);
  more();
}

function hangUp(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' }).write('<title>Half', () => response.destroy());
}

function packed(response: ServerResponse, encoding: string): void {
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end('<title>Not packed</title>');
}

async function sendPixel(response: ServerResponse): Promise<void> {
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  response.writeHead(200, { 'content-type': 'image/png' }).end(pixel);
}

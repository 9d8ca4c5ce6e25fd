import { describe, expect, it } from 'vitest';
import { decodeHtml } from './link-reader.ts';
import { readPage } from './read-page.ts';

const BASE = new URL('https://harbour.example.org/news/saturday');
const read = (html: string) => readPage(html, BASE);
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;

describe('readPage', () => {
  it('takes Open Graph before the markup for X, and both before plain HTML', () => {
    const plain = '<title>Plain</title><meta name="description" content="Plain words">';
    const x = '<meta name="twitter:title" content="X"><meta name="twitter:description" content="X words">';
    expect(read(plain)).toMatchObject({ title: 'Plain', description: 'Plain words', siteName: null, imageUrls: [] });
    expect(read(plain + x)).toMatchObject({ title: 'X', description: 'X words' });
    expect(read(plain + x + meta('og:title', 'Open Graph'))).toMatchObject({ title: 'Open Graph', description: 'X words' });
  });

  it('takes the first value, and skips empty ones', () => {
    expect(read(meta('og:title', ' ') + meta('og:title', 'First') + meta('OG:Title', 'Second')).title).toBe('First');
    expect(read(`${meta('og:title', '&#x202e;')}<title>Seen</title>`).title).toBe('Seen');
  });

  it('takes the title of the page, not that of a drawing, anywhere in the markup', () => {
    expect(read('<body><svg><title>Icon</title></svg><p>x</p><title>Page</title>').title).toBe('Page');
  });

  it('makes whole addresses of pictures, and takes none that is no web address', () => {
    const pictures = meta('og:image', '../boat.jpg') + meta('twitter:image', 'javascript:alert(1)') + meta('og:image:url', 'http://[');
    expect(read(pictures).imageUrls).toEqual(['https://harbour.example.org/boat.jpg']);
    expect(read(meta('og:image', 'data:image/png;base64,AAAA')).imageUrls).toEqual([]);
  });

  it.each([
    ['entities, once', 'Fish &amp; chips &amp;lt;3 &#8364;5', 'Fish & chips &lt;3 €5'],
    ['markup as the words it is', '&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
    ['lines and spaces', ' Open&#10;&#9; again&nbsp;&nbsp;now ', 'Open again now'],
    ['what turns text around', 'invoice&#x202e;fdp.exe &#x2066;a&#x2069;&#x200f;', 'invoicefdp.exe a'],
    ['controls and what cannot be seen', 'a&#7;b&#x200b;c&#x2060;d&#xe0041;e&#0;', 'abcde\ufffd'],
    ['stacked marks', `z${'\u0323\u0301'.repeat(40)}!`, 'z\u0323\u0301\u0323\u0301!'],
    ['Persian and families as they are', 'می‌خواهم 👩‍👩‍👧', 'می‌خواهم 👩‍👩‍👧'],
  ])('reads %s', (_, written, title) => {
    expect(read(meta('og:title', written)).title).toBe(title);
  });

  it('truncates long values between two characters, and marks it', () => {
    const { title, description } = read(meta('og:title', '👩‍👩‍👧'.repeat(200)) + meta('og:description', 'wave '.repeat(100_000)));
    expect(title).toMatch(/^(?:👩‍👩‍👧)+…$/u);
    expect([title?.length, description?.length].every((length) => (length ?? 0) > 200 && (length ?? 0) <= 500)).toBe(true);
  });

  it.each([
    ['nothing but drawings', '<svg><title>'.repeat(43_000)],
    ['what is opened and never closed', '<svg>'.repeat(50_000) + '</p>'.repeat(60_000)],
    ['boxes in boxes', '<div>'.repeat(100_000)],
    ['a title of entities', `<meta property="og:title" content="${'&amp;'.repeat(100_000)}"`],
    ['half a tag', '<'.repeat(500_000)],
    ['a tag with everything', `<meta ${'a=b '.repeat(125_000)}>`],
  ])('is not slowed down by half a megabyte of %s', (_, html) => {
    const before = process.cpuUsage();
    read(html);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('still has the values from before the nesting was too deep', () => {
    expect(read(`<title>Deep</title>${'<div>'.repeat(2_000)}${meta('og:title', 'Deeper')}`).title).toBe('Deep');
  });
});

describe('decodeHtml', () => {
  const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
  it.each([
    ['the server says', Buffer.concat([russian, Buffer.from('>')]), 'text/html; charset=windows-1251', 'Привет>'],
    [
      'the page says',
      Buffer.concat([Buffer.from('<meta charset="windows-1251">'), russian]),
      'text/html',
      '<meta charset="windows-1251">Привет',
    ],
    ['not declared, but valid UTF-8', Buffer.from('<p>Größe'), 'text/html', '<p>Größe'],
    ['not declared, and not UTF-8', Buffer.from('<p>Gr\u00f6\u00dfe</p>', 'latin1'), 'text/html', '<p>Größe</p>'],
    ['the mark at its beginning says', Buffer.from('\ufeffGröße'), 'text/html; charset=windows-1252', 'Größe'],
    ['unknown to us', Buffer.from('<p>Plain</p>'), 'text/html; charset=klingon', '<p>Plain</p>'],
    ['is a trap', Buffer.from('<p>Plain</p>'), 'text/html; charset=iso-2022-kr', '<p>Plain</p>'],
  ])('reads in the character set that %s', (_, bytes, contentType, text) => {
    expect(decodeHtml(bytes, contentType)).toBe(text);
  });

  it('does not mind a page that was cut inside of a character', () => {
    expect(decodeHtml(Buffer.from('<p>Größe</p>ö').subarray(0, -1), 'text/html')).toBe('<p>Größe</p>\ufffd');
  });
});

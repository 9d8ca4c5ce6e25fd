import { escapeHtml } from '../../escape-html.ts';
import { directionOf, type Language } from '../../languages/language.ts';
import { say } from '../../languages/sentence.ts';
import { type Translate, translateTo } from '../../languages/translate.ts';
import type { SaidMessage } from './mail-message.ts';

/** A message in the two forms that every mail program shows one of. */
export interface ComposedMessage {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** The pictures of its HTML, each under the id that it names. */
  attachments?: { cid: string; filename: string; contentType: string; contentDisposition: 'inline'; content: Buffer }[];
}

/** The small forms of pictures by hash, as far as they could be read. */
export type ShownPictures = ReadonlyMap<string, { mimeType: string; bytes: Buffer }>;

const LONGEST_SUBJECT = 150;
const LONGEST_QUOTE = 2_000;

/** Names of people, agents and workspaces are foreign text: they never become a header, a line of their own or markup. */
export async function composeMessage(
  { to, subject, paragraphs, quotes = [], list = [], link, stop, because }: SaidMessage,
  publicUrl: string,
  shown: ShownPictures = new Map(),
): Promise<ComposedMessage> {
  const language = to.language ?? 'en';
  const translate = await translateTo(language);
  const lines = [translate(to.name ? say`Hello ${oneLine(to.name)},` : say`Hello,`), ...paragraphs.map(oneLine)];
  const foot = `${oneLine(because ?? translate(say`You get this because of your account at`))} ${publicUrl}`;
  const said = [
    ...lines,
    ...quotes.map(({ title, text }) => [`${oneLine(title)}:`, ...linesOf(text).map((line) => `> ${line}`)].join('\n')),
    ...list.map(({ text, url }) => `* ${oneLine(text)}\n  ${url}`),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ['-- ', foot, ...(stop ? stopLinks(stop, translate).map(({ label, url }) => `${label}: ${url}`) : [])].join('\n'),
  ];
  return {
    subject: [...oneLine(subject)].slice(0, LONGEST_SUBJECT).join(''),
    text: `${said.join('\n\n')}\n`,
    html: page(language, [
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      ...quotes.map((one) => quote(one, shown)),
      ...(list.length > 0 ? [`<ul style="padding:0 20px">${list.map(item).join('')}</ul>`] : []),
      ...(link ? [`<p><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(link.label)}</a></p>`] : []),
      `<p style="${SMALL}">${escapeHtml(foot)}${stop ? stopLine(stop, translate) : ''}</p>`,
    ]),
    ...(shown.size > 0 ? { attachments: [...shown].map(attachment) } : {}),
    headers: {
      'Content-Language': language,
      ...(stop ? { 'List-Unsubscribe': `<${stop.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
  };
}

/** Mail programs know little CSS, and none that is not in the element. */
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none;font-weight:600';
const BODY = 'margin:0;padding:24px;background:#ffffff;color:#0f172a;font:16px/1.5 system-ui,sans-serif;max-width:560px';
const SMALL = 'color:#64748b;font-size:13px';
const THUMBNAIL = 'display:inline-block;max-width:160px;max-height:160px;margin:10px 8px 0 0;border-radius:8px';
const QUOTE = 'margin:0 0 16px;padding:14px 16px;border:1px solid #e2e8f0;border-radius:10px;background:#f8fafc';

function page(language: Language, parts: readonly string[]): string {
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body dir="${directionOf(language)}" style="${BODY}">${parts.join('\n')}</body></html>`;
}

/** Named by its hash: mail programs join what is under the same name. */
const attachment = ([sha256, { mimeType, bytes }]: [string, { mimeType: string; bytes: Buffer }]) => ({
  ...{ cid: sha256, filename: `${sha256.slice(0, 8)}.${mimeType === 'image/png' ? 'png' : 'jpg'}` },
  ...{ contentType: mimeType, contentDisposition: 'inline' as const, content: bytes },
});

function quote({ title, text, pictures = [] }: NonNullable<SaidMessage['quotes']>[number], shown: ShownPictures): string {
  const images = pictures
    .filter(({ sha256 }) => shown.has(sha256))
    .map(({ sha256, altText }) => `<img src="cid:${sha256}" alt="${escapeHtml(oneLine(altText))}" style="${THUMBNAIL}">`)
    .join('');
  const words = linesOf(text).map(escapeHtml).join('<br>');
  return `<div style="${QUOTE}"><p style="margin:0 0 6px;${SMALL}">${escapeHtml(oneLine(title))}</p><p dir="auto" style="margin:0">${words}</p>${images}</div>`;
}

function item({ text, url }: { text: string; url: string }): string {
  return `<li style="margin-bottom:8px"><a href="${escapeHtml(url)}" style="color:#0f766e">${escapeHtml(oneLine(text))}</a></li>`;
}

type Stop = NonNullable<SaidMessage['stop']>;

const stopLinks = ({ url, settingsUrl }: Stop, translate: Translate): { label: string; url: string }[] => [
  { label: translate(say`Choose what you are told`), url: settingsUrl },
  { label: translate(say`Stop mails like this one`), url },
];

function stopLine(stop: Stop, translate: Translate): string {
  const links = stopLinks(stop, translate).map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:#64748b">${escapeHtml(label)}</a>`,
  );
  return `<br>${links.join(' · ')}`;
}

/** The words of a post, line by line: its own line ends stay, what turns or hides text does not. */
function linesOf(text: string): string[] {
  const cut = [...text];
  const shown = cut.length > LONGEST_QUOTE ? `${cut.slice(0, LONGEST_QUOTE).join('')} …` : text;
  return shown.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trimEnd());
}

/** Without line ends, controls and characters that turn or hide text. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

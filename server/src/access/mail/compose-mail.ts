import { escapeHtml } from '../../csv.ts';
import { directionOf, type Language } from '../../languages/language.ts';
import { type LocalizedMessage, say } from '../../languages/sentence.ts';
import { type Translate, translateTo } from '../../languages/translate.ts';

/** A message as HTML and plain text; every mail program displays one of them. */
export interface ComposedMessage {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** The images of its HTML, each under the id that it refers to. */
  attachments?: { cid: string; filename: string; contentType: string; contentDisposition: 'inline'; content: Buffer }[];
}

/** The thumbnails by hash, if readable. */
export type ShownPictures = ReadonlyMap<string, { mimeType: string; bytes: Buffer }>;

const LONGEST_SUBJECT = 150;
const LONGEST_QUOTE = 2_000;

/**
 * Names of people, agents and workspaces are untrusted text: they never become a header, a line of their own or
 * markup.
 */
export async function composeMail(
  { to, subject, workspace, paragraphs, quotes = [], list = [], link, stop, because }: SaidMessage,
  publicUrl: string,
  shown: ShownPictures = new Map(),
): Promise<ComposedMessage> {
  const language = to.language ?? 'en';
  const translate = await translateTo(language);
  const lines = [translate(to.name ? say`Hello ${oneLine(to.name)},` : say`Hello,`), ...paragraphs.map(oneLine)];
  const foot = `${oneLine(because ?? translate(say`You receive this because of your account at`))} ${publicUrl}`;
  const sender = workspace ? `${BRAND} · ${oneLine(workspace)}` : BRAND;
  const parts = [
    sender,
    ...lines,
    ...quotes.map(({ title, ...one }) => [`${oneLine(title)}:`, ...quotedLines(one).map((line) => `> ${line}`)].join('\n')),
    ...list.map(({ text, url }) => `* ${oneLine(text)}\n  ${url}`),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ['-- ', foot, ...(stop ? stopLinks(stop, translate).map(({ label, url }) => `${label}: ${url}`) : [])].join('\n'),
  ];
  return {
    subject: [...oneLine(subject)].slice(0, LONGEST_SUBJECT).join(''),
    text: `${parts.join('\n\n')}\n`,
    html: page(language, {
      workspace: workspace ? oneLine(workspace) : null,
      parts: [
        ...lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`),
        ...quotes.map((one) => quote(one, shown)),
        ...(list.length > 0 ? [`<ul style="margin:0 0 16px;padding:0 20px">${list.map(item).join('')}</ul>`] : []),
        ...(link ? [button(link)] : []),
      ],
      foot: `${escapeHtml(foot)}${stop ? stopLine(stop, translate) : ''}`,
    }),
    ...(shown.size > 0 ? { attachments: [...shown].map(attachment) } : {}),
    headers: {
      'Content-Language': language,
      ...(stop ? { 'List-Unsubscribe': `<${stop.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
  };
}

const BRAND = 'Countersign';

/**
 * The console's colours (app/base.css). Mail programs support little CSS: essential styles are inline, tables keep the
 * width for Outlook, and classes are for programs with dark mode; others invert colours themselves.
 */
const LIGHT = {
  canvas: '#f7f7f8',
  surface: '#ffffff',
  line: '#e3e3e7',
  text: '#1a1b1f',
  dim: '#5b5d66',
  accent: '#2b50c8',
  link: '#2343ab',
};
const DARK = { canvas: '#131418', surface: '#191a1f', line: '#2a2c33', text: '#e9e9ec', dim: '#a3a5af', link: '#a9bcff' };
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const SMALL = `color:${LIGHT.dim};font-size:13px`;
const THUMBNAIL = 'display:inline-block;max-width:160px;max-height:160px;margin:10px 0 0;border-radius:8px';
/** A long word or address would make the mail wider than a phone. */
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';
const QUOTE = `${BREAKS};padding:14px 16px;border:1px solid ${LIGHT.line};border-radius:10px;background:${LIGHT.canvas}`;
const STYLE = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.page{background:${DARK.canvas}!important}.card{background:${DARK.surface}!important;border-color:${DARK.line}!important;color:${DARK.text}!important}.quote{background:${DARK.canvas}!important;border-color:${DARK.line}!important}.text{color:${DARK.text}!important}.dim{color:${DARK.dim}!important}.link{color:${DARK.link}!important}}`;
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

interface PageParts {
  workspace: string | null;
  parts: readonly string[];
  foot: string;
}

function page(language: Language, { workspace, parts, foot }: PageParts): string {
  const direction = directionOf(language);
  const head = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${STYLE}</style></head>`;
  const card = `<tr><td class="card" style="${BREAKS};padding:24px;border:1px solid ${LIGHT.line};border-radius:10px;background:${LIGHT.surface};color:${LIGHT.text};font-size:16px;line-height:1.5;${FONT}">${parts.join('\n')}</td></tr>`;
  const below = `<tr><td class="dim" style="${BREAKS};padding:16px 4px 0;line-height:1.5;${SMALL};${FONT}">${foot}</td></tr>`;
  const inner = `<table ${TABLE} width="560" style="width:100%;max-width:560px;table-layout:fixed">${brand(workspace)}${card}${below}</table>`;
  return `<!doctype html><html lang="${language}" dir="${direction}">${head}<body dir="${direction}" class="page" style="margin:0;padding:0;background:${LIGHT.canvas}"><table ${TABLE} width="100%" class="page" style="background:${LIGHT.canvas}"><tr><td align="center" style="padding:24px 12px"><!--[if mso]><table ${TABLE} width="560"><tr><td><![endif]-->${inner}<!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>`;
}

/** The logo as text, since many programs block images by default. */
function brand(workspace: string | null): string {
  const sign = `<td width="24" height="24" align="center" style="width:24px;height:24px;border-radius:6px;background:${LIGHT.accent};color:#ffffff;font-size:14px;line-height:24px;font-weight:700;${FONT}">✓</td>`;
  const name = `<td class="text" style="padding:0 10px;color:${LIGHT.text};font-size:16px;font-weight:700;${FONT}">${BRAND}</td>`;
  const place = workspace ? `<td class="dim" style="${SMALL};${FONT}">${escapeHtml(workspace)}</td>` : '';
  return `<tr><td style="padding:0 4px 14px"><table ${TABLE}><tr>${sign}${name}${place}</tr></table></td></tr>`;
}

/** A table cell with a background colour, since Outlook ignores padding of links. */
function button({ label, url }: { label: string; url: string }): string {
  const link = `<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;color:#ffffff;text-decoration:none;font-weight:600;${FONT}">${escapeHtml(label)}</a>`;
  return `<table ${TABLE}><tr><td bgcolor="${LIGHT.accent}" style="border-radius:8px;background:${LIGHT.accent}">${link}</td></tr></table>`;
}

/** Named by its hash, since mail programs merge attachments of the same name. */
const attachment = ([sha256, { mimeType, bytes }]: [string, { mimeType: string; bytes: Buffer }]) => ({
  ...{ cid: sha256, filename: `${sha256.slice(0, 8)}.${mimeType === 'image/png' ? 'png' : 'jpg'}` },
  ...{ contentType: mimeType, contentDisposition: 'inline' as const, content: bytes },
});

type Quote = NonNullable<SaidMessage['quotes']>[number];

const quotedLines = ({ text, details = [] }: Omit<Quote, 'title'>): string[] => [
  ...linesOf(text),
  ...details.flatMap((detail) => ['', ...linesOf(detail)]),
];

function quote({ title, pictures = [], ...one }: Quote, shown: ShownPictures): string {
  const images = pictures
    .filter(({ sha256 }) => shown.has(sha256))
    .map(({ sha256, altText }) => `<img src="cid:${sha256}" alt="${escapeHtml(oneLine(altText))}" style="${THUMBNAIL}">`)
    // Spaces keep them apart in both directions: few programs know a margin at the end of a line.
    .join('&nbsp; ');
  const words = quotedLines(one).map(escapeHtml).join('<br>');
  const inside = `<p class="dim" style="margin:0 0 6px;${SMALL}">${escapeHtml(oneLine(title))}</p><p dir="auto" style="margin:0">${words}</p>${images}`;
  // A cell, since Outlook ignores the padding of other boxes.
  return `<table ${TABLE} width="100%" style="margin:0 0 16px"><tr><td class="quote" style="${QUOTE}">${inside}</td></tr></table>`;
}

function item({ text, url }: { text: string; url: string }): string {
  return `<li style="margin-bottom:8px"><a href="${escapeHtml(url)}" class="link" style="color:${LIGHT.link}">${escapeHtml(oneLine(text))}</a></li>`;
}

type Stop = NonNullable<SaidMessage['stop']>;

const stopLinks = ({ url, settingsUrl }: Stop, translate: Translate): { label: string; url: string }[] => [
  { label: translate(say`Notification settings`), url: settingsUrl },
  { label: translate(say`Stop emails like this one`), url },
];

function stopLine(stop: Stop, translate: Translate): string {
  const links = stopLinks(stop, translate).map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" class="dim" style="color:${LIGHT.dim}">${escapeHtml(label)}</a>`,
  );
  return `<br>${links.join(' · ')}`;
}

/** A post's text by lines: keeps line ends, removes changes of text direction and invisible characters. */
function linesOf(text: string): string[] {
  const cut = [...text];
  const shown = cut.length > LONGEST_QUOTE ? `${cut.slice(0, LONGEST_QUOTE).join('')} …` : text;
  return shown.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trimEnd());
}

/** Invisible characters, except those that join the parts of an emoji. */
const INVISIBLE = /(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D\p{Extended_Pictographic})\p{Cf}/gu;

/** Without line ends, control characters, changes of text direction and invisible characters. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** A person with a mail address. */
export interface Recipient {
  /** Null if unknown. */
  name: string | null;
  email: string;
  /** The language to write in; null where unknown: English. */
  language: Language | null;
}

/** A post's image, by the location of its bytes. */
export interface QuotedPicture {
  accountId: string;
  sha256: string;
  altText: string;
}

/**
 * The content of a message; compose-mail.ts formats it. Never a secret, except the link of an invitation. `Said`
 * is `Words` while it is written, and a string in the recipient's language when it is sent.
 */
export interface MailMessage<Said = LocalizedMessage> {
  to: Recipient;
  subject: Said;
  /**
   * The name of the workspace that all of it is about; absent for several workspaces, or for the whole
   * account.
   */
  workspace?: string;
  paragraphs: readonly Said[];
  /** Texts by others, set apart from ours: the posts, with their line ends. */
  quotes?: readonly { title: Said; text: string; details?: readonly Said[]; pictures?: readonly QuotedPicture[] }[];
  /** Several items, each with a link. */
  list?: readonly { text: Said; url: string }[];
  /** Links to unsubscribe from such mails: by one click (RFC 8058), and in the settings. */
  stop?: { url: string; settingsUrl: string };
  /**
   * Why a recipient without an account gets it, followed by this service's address; otherwise the reason is their
   * account.
   */
  because?: Said;
  /** One thing to do: a button in HTML, a line in plain text. */
  link?: { label: Said; url: string };
}

export type SaidMessage = MailMessage<string>;

import { escapeHtml } from '../../escape-html.ts';
import type { MailMessage } from './mail-message.ts';

/** A message in the two forms that every mail program shows one of. */
export interface ComposedMessage {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

const LONGEST_SUBJECT = 150;
const LONGEST_QUOTE = 2_000;
const FOOT = 'You get this because of your account at';

/** Names of people, agents and workspaces are foreign text: they never become a header, a line of their own or markup. */
export function composeMessage(
  { to, subject, paragraphs, quotes = [], list = [], link, stop, because }: MailMessage,
  publicUrl: string,
): ComposedMessage {
  const lines = [to.name ? `Hello ${oneLine(to.name)},` : 'Hello,', ...paragraphs.map(oneLine)];
  const foot = because ? `${oneLine(because)} ${publicUrl}` : `${FOOT} ${publicUrl}`;
  const said = [
    ...lines,
    ...quotes.map(({ title, text }) => [`${oneLine(title)}:`, ...linesOf(text).map((line) => `> ${line}`)].join('\n')),
    ...list.map(({ text, url }) => `* ${oneLine(text)}\n  ${url}`),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    `-- \n${foot}${stop ? `\nChoose what you are told: ${stop.settingsUrl}\nStop mails like this one: ${stop.url}` : ''}`,
  ];
  return {
    subject: [...oneLine(subject)].slice(0, LONGEST_SUBJECT).join(''),
    text: `${said.join('\n\n')}\n`,
    html: page([
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      ...quotes.map(quote),
      ...(list.length > 0 ? [`<ul style="padding-left:20px">${list.map(item).join('')}</ul>`] : []),
      ...(link ? [`<p><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(link.label)}</a></p>`] : []),
      `<p style="${SMALL}">${escapeHtml(foot)}${stop ? stopLine(stop) : ''}</p>`,
    ]),
    ...(stop ? { headers: { 'List-Unsubscribe': `<${stop.url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } } : {}),
  };
}

/** Mail programs know little CSS, and none that is not in the element. */
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none;font-weight:600';
const BODY = 'margin:0;padding:24px;background:#ffffff;color:#0f172a;font:16px/1.5 system-ui,sans-serif;max-width:560px';
const SMALL = 'color:#64748b;font-size:13px';
const QUOTE = 'margin:0 0 16px;padding:14px 16px;border:1px solid #e2e8f0;border-radius:10px;background:#f8fafc';

function page(parts: readonly string[]): string {
  return `<!doctype html><html lang="en"><body style="${BODY}">${parts.join('\n')}</body></html>`;
}

function quote({ title, text }: { title: string; text: string }): string {
  const words = linesOf(text).map(escapeHtml).join('<br>');
  return `<div style="${QUOTE}"><p style="margin:0 0 6px;${SMALL}">${escapeHtml(oneLine(title))}</p><p style="margin:0">${words}</p></div>`;
}

function item({ text, url }: { text: string; url: string }): string {
  return `<li style="margin-bottom:8px"><a href="${escapeHtml(url)}" style="color:#0f766e">${escapeHtml(oneLine(text))}</a></li>`;
}

function stopLine({ url, settingsUrl }: { url: string; settingsUrl: string }): string {
  const link = (to: string, words: string) => `<a href="${escapeHtml(to)}" style="color:#64748b">${words}</a>`;
  return `<br>${link(settingsUrl, 'Choose what you are told')} · ${link(url, 'Stop mails like this one')}`;
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

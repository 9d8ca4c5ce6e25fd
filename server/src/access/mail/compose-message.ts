import type { MailMessage } from './mail-message.ts';

/** A message in the two forms that every mail program shows one of. */
export interface ComposedMessage {
  subject: string;
  text: string;
  html: string;
}

const LONGEST_SUBJECT = 150;
const FOOT = 'You get this because of your account at';

/** Names of people, agents and workspaces are foreign text: they never become a header, a line of their own or markup. */
export function composeMessage({ to, subject, paragraphs, link }: MailMessage, publicUrl: string): ComposedMessage {
  const lines = [to.name ? `Hello ${oneLine(to.name)},` : 'Hello,', ...paragraphs.map(oneLine)];
  const foot = `${FOOT} ${publicUrl}`;
  return {
    subject: [...oneLine(subject)].slice(0, LONGEST_SUBJECT).join(''),
    text: `${[...lines, ...(link ? [`${link.label}: ${link.url}`] : []), `-- \n${foot}`].join('\n\n')}\n`,
    html: page([
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      ...(link ? [`<p><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(link.label)}</a></p>`] : []),
      `<p style="color:#64748b;font-size:13px">${escapeHtml(foot)}</p>`,
    ]),
  };
}

/** Mail programs know little CSS, and none that is not in the element. */
const BUTTON = 'display:inline-block;padding:10px 16px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none';
const BODY = 'margin:0;padding:24px;background:#ffffff;color:#0f172a;font:16px/1.5 system-ui,sans-serif;max-width:560px';

function page(parts: readonly string[]): string {
  return `<!doctype html><html lang="en"><body style="${BODY}">${parts.join('\n')}</body></html>`;
}

/** Without line ends, controls and characters that turn or hide text. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

import { loadAhead } from '../../load-ahead.ts';
import { spendOnMarkup, spendWork } from '../../long-work/work-budget.ts';
import { isMarkdown as hasMarkdown, isThicket } from '../../platforms/text/markup/markdown-text.ts';
import { isSalutation } from '../../platforms/text/post-title.ts';
import type { Piece, Source } from './read-document.ts';

/** The parsers of HTML and Markdown. */
const readingDocuments = loadAhead(() => import('./read-document.ts'));

/** Control characters, the byte order mark, soft hyphens, and marks that override the text direction. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd\ufffe\uffff]/gu;
/**
 * A URL directly followed by words of a script without spaces. What follows a slash may be part of it, unless it is a
 * particle.
 */
const GLUED_BEHIND =
  /(https?:\/\/[!-~]+)(?=\p{Script=Hiragana})|(https?:\/\/[!-~]*[\w-])(?=[\p{Script=Han}\p{Script=Katakana}\p{Script=Thai}])/gu;
const GLUED_BEFORE = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])(?=https?:\/\/)/gu;
/** A text that is entirely in a code fence, as programs often send it. */
const FENCED = /^\s*(`{3,}|~{3,})(?:markdown|md|text|txt)?[ \t]*\n(.*)\n[ \t]*\1\s*$/s;

const PAGE = /<(?:!doctype html|html|body|main|article|section)\b/i;
const HTML = /<\/(?:div|p|h[1-6]|ul|ol|li|table|td|blockquote)>|<br\s*\/?>/i;
const INLINE_HTML = /<\/(?:a|b|strong|i|em|u|s|span|small|mark|sup|sub|code)>/i;
const CODE = /`[^`\n]+`|^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1/gm;
const FRONT_MATTER = /^---\n(?:title|date|description|tags|author|layout|slug|canonical_url):[\s\S]*?\n---(?:\n|$)/;
/** The names of headers in the languages of mail programs; the last group is the subject's. */
const MAIL_HEADER =
  /^(?:from|to|cc|date|reply-to|sent|von|an|gesendet|datum|de|para|à|date|envoyé|enviado|fecha|data|da|a|inviato|van|aan|fra|från|till?|od|do|от|кому|дата|من|إلى|التاريخ|差出人|宛先|日時|发件人|收件人|日期|(subject|betreff|objet|asunto|assunto|oggetto|onderwerp|emne|ämne|temat|тема|الموضوع|件名|主题))[ \t]?[:：][ \t]+(\S.*)$/i;
/** Others that programs write between them, such as "MIME-Version" (RFC 5322, section 3.6.8). */
const OTHER_HEADER = /^(?:[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|received|sender|importance|bcc):[ \t]/i;
const MOST_HEADERS = 60;
/** The number of pattern passes over the whole source, and of document parsers. */
const PASSES = 10;

/** Reads plain text literally, and a document with the library of its format, which is loaded by then. */
export async function readSource(sourceText: string): Promise<Source> {
  spendWork(PASSES * sourceText.length);
  const clean = cleanText(sourceText);
  const text = (FENCED.exec(clean)?.[2] ?? clean).trim();
  const mail = readMail(text);
  const source = withoutPress(await readBody(mail?.body ?? text));
  if (!mail) return source;
  const kept = withoutLetter(source.plain);
  const subject = mail.subject ? [{ text: mail.subject, gap: '\n\n', isHeading: true }] : [];
  return { ...source, kind: 'mail', plain: [...subject, ...kept], markdown: source.markdown && [...subject, ...source.markdown] };
}

async function readBody(text: string): Promise<Source> {
  const isMarkdown = hasMarkdown(text) || FRONT_MATTER.test(text);
  const outside = text.replace(CODE, '');
  const isPage = PAGE.test(outside);
  const isHtml = isPage || (HTML.test(outside) && !isMarkdown);
  if ((!isHtml && !isMarkdown && !INLINE_HTML.test(outside)) || isThicket(text)) {
    return { kind: 'plain', plain: paragraphsOf(text), markdown: null, link: null, tags: [] };
  }
  spendWork(9 * PASSES * text.length);
  spendOnMarkup(text);
  const { readHtml, readMarkdown } = await readingDocuments();
  const read = isHtml ? readHtml(text, isPage) : readMarkdown(text);
  // Markup without content is taken as the text.
  return read.plain.length > 0 || isPage ? read : { ...read, plain: paragraphsOf(text.replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '').trim()) };
}

/** Storable text with one kind of line end, and URLs separated from the text. */
function cleanText(source: string): string {
  const plain = source
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\v\f\u0085]/g, '\n')
    .replace(INVISIBLE, '');
  return plain.includes('://') ? plain.replace(GLUED_BEHIND, '$& ').replace(GLUED_BEFORE, ' ') : plain;
}

/** Paragraphs, or lines if there is no blank one, with all spaces between them kept. */
export function paragraphsOf(text: string): Piece[] {
  const isParted = /\n[ \t]*\n/.test(text);
  const parts = text.split(isParted ? /(\n[ \t]*\n\s*(?=\S)|\n[ \t]*\n\s*$)/ : /(\n)/);
  return parts.flatMap((part, index) => (index % 2 === 0 && part !== '' ? { text: part, gap: parts[index + 1] ?? '' } : []));
}

/** At least two headers at the very top identify an email. */
function readMail(text: string): { subject: string | null; body: string } | null {
  const head = text.split('\n', MOST_HEADERS + 1);
  const found: RegExpExecArray[] = [];
  let end = 0;
  for (const line of head) {
    const header = MAIL_HEADER.exec(line);
    if (!header && !OTHER_HEADER.test(line) && !(found.length > 0 && /^[ \t]+\S/.test(line))) break;
    if (header) found.push(header);
    end += line.length + 1;
  }
  if (found.length < 2) return null;
  const subject = found.find(([, name]) => name !== undefined)?.[2]?.trim() ?? null;
  return { subject: subject?.replace(/^(?:(?:re|fwd?|aw|wg|tr):\s*)+/i, '') ?? null, body: text.slice(end).trim() };
}

const SIGN_OFF =
  /^(?:(?:with )?(?:(?:kind|best|warm|many|all the|warmest|kindest)\s?)+(?:regards|wishes|thanks|best)?|regards|sincerely|yours\b.*|cheers|love|thanks|thank you|mit (?:freundlichen|herzlichen|besten|lieben) grüßen|(?:viele|liebe|herzliche|beste) grüße|cordialement|bien à vous|saludos|un saludo|atentamente|un abrazo|cordiali saluti|atenciosamente|abraços|med venlig hilsen|met vriendelijke groet)[,.!]?(?:\n|$)/iu;
const LEAFLET =
  /\bunsubscribe\b|you(?:['’]re| are)? receiv\w+ this|manage (?:your )?(?:preferences|subscription)|view (?:this|it|the) .{0,20}in (?:your|the) browser|abbestellen|se désabonner|darse de baja|cancelar (?:a )?(?:inscrição|suscripción)/i;
const LONGEST_FURNITURE = 240;

/** Without the greeting, the closing and everything below it, quoted replies, and unsubscribe hints. */
function withoutLetter(pieces: Piece[]): Piece[] {
  const end = pieces.findIndex(
    ({ text }) =>
      /^(?:--\s*$|-- \n|>|On .{1,120} wrote:|Am .{1,120} schrieb)/m.test(text) || (SIGN_OFF.test(text) && text.length <= LONGEST_FURNITURE),
  );
  const body = end > 0 ? pieces.slice(0, end) : pieces;
  const kept = body.filter(
    ({ text }, index) => !(index === 0 && isSalutation(text)) && !(text.length <= LONGEST_FURNITURE && LEAFLET.test(text)),
  );
  if (kept.length === 0) return pieces;
  const [first, ...rest] = kept;
  // A salutation ends with a comma, so the first sentence may begin with a small letter.
  const isSaluted = first && first !== body[0];
  return isSaluted ? [{ ...first, text: first.text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) }, ...rest] : kept;
}

const AROUND = '[*_#>\\s]*';
/** A line that marks a text as a press release. */
const RELEASE = new RegExp(
  `^${AROUND}(?:for immediate release|(?:press|news) release|embargo(?:ed)?\\b.{0,60}|(?:zur )?sofortigen? (?:veröffentlichung|freigabe)|(?:presse|medien)(?:mitteilung|information)|sperrfrist\\b.{0,60}|communiqué de presse|pour diffusion immédiate|nota de prensa|comunicado de (?:prensa|imprensa)|para (?:publicación|difusión|divulgação) (?:inmediata|imediata)|comunicato stampa|persbericht|プレスリリース|報道関係各位|بيان صحفي)[*_:.\\s]*$`,
  'iu',
);
const END_MARK = /^[\s*_–—-]*(?:#{3}|# # #|30|ends?|ende|fin)[\s*_–—-]*$/iu;
const PRESS_CONTACT = new RegExp(
  `^${AROUND}(?:(?:media|press) (?:contacts?|enquiries|inquiries|office)|contacts?(?: (?:presse|médias?))? ?[:*_]|notes? (?:to|for) editors|(?:presse|medien)?kontakt ?[:*_]|ansprechpartner\\p{L}{0,5} ?[:*_]|rückfragen(?: an| bitte an)? ?[:*_]|pressestelle|pressekontakt|contacto (?:de|para) (?:la )?(?:prensa|imprensa|medios)|contacto ?[:*_]|contatt[oi](?: stampa)? ?[:*_]|ufficio stampa|perscontact|お問い合わせ先|للتواصل الإعلامي)`,
  'iu',
);
const OF_PRESS = /press|media|médias|medien|prensa|medios|imprensa|stampa|perscontact|報道|الإعلام|editors/iu;
/** "ABERLIN, 3 March 2027." */
const DATELINE =
  /^\p{Lu}[\p{L} .'’-]{2,30}(?:, ?| ?\(|, \p{L}{2,20}, ?| ?[–—-] ?)(?:\d{1,2}\.? ?(?:de )?\p{L}{3,12}|\p{L}{3,12} \d{1,2})\.?,?(?: (?:de )?\d{4})?\)? ?[.:–—-]/u;

/**
 * A press release without its marks and contacts, if two signs identify it. Its date and place are news, and
 * are kept.
 */
function withoutPress(source: Source): Source {
  const texts = source.plain.map(({ text }) => text);
  const isMarked = texts.slice(0, 2).some((text) => RELEASE.test(text.split('\n', 1)[0] ?? ''));
  const isForPress = texts.some((text) => PRESS_CONTACT.test(text) && OF_PRESS.test(text));
  const signs = [isForPress, texts.slice(0, 4).some((text) => DATELINE.test(text)), texts.some((text) => END_MARK.test(text))];
  if (!isMarked && signs.filter(Boolean).length < 2) return source;
  const plain = withoutMarks(source.plain);
  if (plain.length === 0) return source;
  const kept = plain.map(({ text }) => text).join('\n');
  const dropped =
    texts
      .join('\n')
      .match(/https?:\/\/[^\s)>\]]+/g)
      ?.find((url) => !kept.includes(url)) ?? null;
  return { ...source, kind: 'page', plain, markdown: source.markdown && withoutMarks(source.markdown), link: source.link ?? dropped };
}

function withoutMarks(pieces: readonly Piece[]): Piece[] {
  const end = pieces.findIndex(({ text }, index) => index > 0 && (END_MARK.test(text) || /^\s*notes? (?:to|for) editors/i.test(text)));
  const body = end > 0 ? pieces.slice(0, end) : pieces;
  const contact = body.findIndex(({ text }, index) => index > 0 && PRESS_CONTACT.test(text));
  const kept = body.filter(({ text }, index) => contact < 1 || index < contact || text.length > LONGEST_FURNITURE);
  return kept.flatMap((piece, index) => {
    const lines = piece.text.split('\n');
    const from = index > 1 ? 0 : lines.findIndex((line) => !RELEASE.test(line));
    return from < 0 ? [] : { ...piece, text: lines.slice(from).join('\n') };
  });
}

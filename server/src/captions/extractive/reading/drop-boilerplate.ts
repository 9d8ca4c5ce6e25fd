import type { Block } from './block.ts';

/** Of a first line, a greeting or the name below a letter: longer ones say something. */
const LONGEST_LINE = 60;
const LONGEST_CLOSING = 240;
const DEEPEST = 7;

const MARK =
  /^(?:(?:press|news|media) release|for immediate release|embargo\w*\b.*|pressemitteilung|communiqué de presse|nota de prensa|comunicado de prensa|comunicato stampa|persbericht|#{3,}|-\s?\d+\s?-|-?\s?ends?\s?-?)[:.]?$/i;
const PRESS_CONTACT = /^(?:(?:media|press) )?(?:contact|inquiries|enquiries)s?(?: \w+)?:/i;
const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|day|afternoon|evening)|greetings|hallo|liebe[rs]?|guten (?:morgen|tag|abend)|moin|bonjour|bonsoir|chère?s?|hola|buenos días|buenas|querid[oa]s?|ciao|caro|cari|cara|olá|oi|hej|beste|こんにちは|皆さま|皆様)\b[^.?]{0,40}[,!:，、！]$/iu;
const SIGN_OFF =
  /^(?:(?:with )?(?:(?:kind|best|warm|many|all the|warmest|kindest)\s?)+(?:regards|wishes|thanks|best)?|regards|sincerely|yours\b.*|cheers|love|thanks|thank you|see you(?: soon)?|mit (?:freundlichen|herzlichen|besten|lieben) grüßen|(?:viele|liebe|herzliche|beste) grüße|cordialement|bien à vous|saludos|un saludo|atentamente|un abrazo|cordiali saluti|med venlig hilsen|met vriendelijke groet)[,.!]?(?:\n|$)/iu;
const BYLINE =
  /^(?:(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Aa]v|[Dd]oor) \p{Lu}[^.!?]{1,60}|(?:[Pp]ublished|[Pp]osted|(?:[Ll]ast )?[Uu]pdated|[Ww]ritten|[Vv]eröffentlicht|[Pp]ublié|[Pp]ublicado) [^.!?]{1,60}|.{0,60}\b\d{1,2}[ -]?min(?:ute)?s?\.? read\b.{0,20})$/u;
const LEAFLET =
  /\bunsubscribe\b|you(?:['’]re| are)? receiv\w+ this|manage (?:your )?(?:preferences|subscription)|view (?:this|it|the) .{0,20}in (?:your|the) browser|subscribe to (?:our|my|the)\b|\bfollow (?:us|me) on\b|(?:enjoyed|liked) this (?:post|article|issue)|share this (?:post|article)|all rights reserved|^(?:©|\(c\)|copyright\b)|\bcookies?\b.*\bprivacy|privacy policy|abbestellen|se désabonner|darse de baja|subscribe wherever you get/i;
const PREAMBLE =
  /^all notable changes to (?:this|the)\b|^the format is based on|adheres to .{0,20}semantic versioning|^(?:\*\*)?full changelog|made their first contribution/i;
const END_HEADING =
  /^(?:about (?:the )?\p{Lu}.*|über \p{Lu}.*|à propos d.*|sobre \p{Lu}.*|(?:(?:media|press|news) )?contacts?(?: information)?|pressekontakt|related (?:posts|articles|stories)|further reading|new contributors|contributors)\s?:?$/iu;
const SIDE_SECTION =
  /^(?:\p{Emoji_Presentation}\s*)?(?:table of )?(?:contents|licen[cs]e|licensing|contributing|contributions?|contributors?|installation|install|installing|getting started|quick ?start|usage|development|building|testing|acknowledge?ments|credits|references|footnotes|see also|support|sponsors?|changelog|links|share|comments|related (?:posts|articles)|inhaltsverzeichnis|lizenz|impressum|datenschutz|sommaire|licence|índice)\s?:?$/iu;
const VERSION_HEADING = /^\[?v?\d+\.\d+(?:\.\d+)*[\w.-]*\]?(?:\s*[-–—(]?\s*\d{4}-\d\d-\d\d\)?)?$/i;

/**
 * The blocks that are for a reader of a post: no greeting and signature, no byline, no marks of the
 * press, no sections about licences and installing, of a list of changes the newest version only,
 * and no heading that nothing stands under. All of them where nothing would be left.
 */
export function dropBoilerplate<T extends Block>(blocks: readonly T[]): T[] {
  const isPress = blocks.some(({ text }) => MARK.test(text));
  const worded = withoutLetter(blocks).filter((block) => isForReaders(block) && !(isPress && PRESS_CONTACT.test(block.text)));
  const kept = withoutEmptyHeadings(newestVersion(withoutSideSections(worded)));
  return kept.some(({ kind, text }) => kind !== 'heading' && text) ? kept : [...blocks];
}

function isForReaders({ kind, text }: Block): boolean {
  if (kind === 'heading') return !MARK.test(text);
  const isLine = text.length <= LONGEST_LINE * 2;
  return (
    text !== '' && !(isLine && (MARK.test(text) || BYLINE.test(text))) && !(isShort(text) && LEAFLET.test(text)) && !PREAMBLE.test(text)
  );
}

function isShort(text: string): boolean {
  return text.length <= LONGEST_CLOSING;
}

/** Without "Hi everyone," at the top, and "Best regards" with whatever names stand below it. */
function withoutLetter<T extends Block>(blocks: readonly T[]): T[] {
  const first = blocks.findIndex(({ kind, text }) => kind === 'paragraph' && text !== '');
  const rest = blocks.filter(({ text }, index) => !(index === first && text.length <= LONGEST_LINE && GREETING.test(text)));
  const at = rest.findLastIndex(({ kind, text }) => kind !== 'heading' && text.length <= LONGEST_LINE && SIGN_OFF.test(text));
  if (at < rest.length / 2) return rest;
  // The names right below it go too, up to the next blank line.
  let end = at + 1;
  while (rest[end]?.isTight) end += 1;
  return [...rest.slice(0, at), ...rest.slice(end)];
}

/** Of sections that belong to a project's front page or to a press kit rather than to its news. */
function withoutSideSections<T extends Block>(blocks: readonly T[]): T[] {
  const kept: T[] = [];
  const total = blocks.reduce((sum, { text }) => sum + text.length, 0);
  let read = 0;
  let dropped = 0;
  let isPastTitle = false;
  for (const [index, block] of blocks.entries()) {
    const { kind, level, text } = block;
    const isHeading = kind === 'heading' || isLineHeading(block, blocks[index + 1]);
    const isSide = SIDE_SECTION.test(text) || (read > total / 2 && END_HEADING.test(text));
    if (isHeading && isPastTitle && isSide) dropped = kind === 'heading' ? level : DEEPEST;
    else if (dropped > 0 && kind === 'heading' && level <= dropped) dropped = 0;
    if (dropped === 0) {
      kept.push(block);
      isPastTitle ||= kind !== 'heading';
    }
    read += text.length;
  }
  return kept;
}

/** "About Saltwind" by itself above the words about it. */
function isLineHeading({ kind, text, isTight }: Block, next: Block | undefined): boolean {
  return kind === 'paragraph' && !isTight && text.length <= LONGEST_LINE && next?.kind === 'paragraph' && !/[.!?,;]$/.test(text);
}

/** A list of changes goes back years; news is what stands first. */
function newestVersion<T extends Block>(blocks: readonly T[]): T[] {
  const versions = [...blocks.entries()].filter(([, { kind, text }]) => kind === 'heading' && VERSION_HEADING.test(text));
  const [first, second] = versions.map(([index]) => index);
  if (first === undefined || second === undefined) return [...blocks];
  return [...blocks.slice(0, second)];
}

function withoutEmptyHeadings<T extends Block>(blocks: readonly T[]): T[] {
  return blocks.filter(({ kind, level }, index) => {
    if (kind !== 'heading') return true;
    const next = blocks[index + 1];
    // A title stands above the other headings.
    return next !== undefined && (next.kind !== 'heading' || next.level > level);
  });
}

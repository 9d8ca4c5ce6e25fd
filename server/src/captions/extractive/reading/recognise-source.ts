import { hasFrontMatter } from './read-front-matter.ts';

/** What a source is, by what can be pointed at in it; a short text without any such mark is simply a text. */
export interface SourceKind {
  isHtml: boolean;
  isMarkdown: boolean;
  /** A page, a mail, a press release, a read-me: it has parts that are not for readers of a post. */
  isDocument: boolean;
}

const HTML_TAG =
  /<\/(?:html|head|body|main|article|section|header|footer|nav|aside|div|p|h[1-6]|ul|ol|li|table|a|b|strong|i|em|u|s|span|small|mark|sup|sub|q|cite)>|<(?:br|hr|img)\b[^<>]*>|<!doctype html/i;
const PAGE_TAG = /<(?:!doctype html|html|body|main|article|section|nav|header|footer|h[1-6])\b/i;
const MARKDOWN =
  /^ {0,3}#{1,6}[ \t]+\S|^ {0,3}(?:```|~~~)|(?<![\w*])\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*(?![\w*])|\[[^[\]\n]{1,300}\]\((?:https?:|mailto:|\/|#|\.)[^)\s]*\)|!\[[^[\]\n]{0,300}\]\(|^[ \t]{0,9}\|?[ \t]{0,9}:?-{3,}:?[ \t]{0,9}\||^ {0,3}> \S|^ {0,3}\[[^\]\n]+\]:\s*https?:/m;
const HEADING = /^ {0,3}#{1,6}[ \t]+\S/gm;
const MAIL_HEADER = /^(?:from|to|cc|subject|date|reply-to|von|an|betreff|datum|de|objet):[ \t]+\S/gim;
const MAIL_FOOTER =
  /\bunsubscribe\b|\byou(?:['’]re| are)? receiv\w+ this (?:e-?mail|mail|newsletter|message)|\bview (?:this|it) .{0,20}in (?:your|the) browser|newsletter abbestellen|se désabonner|darse de baja/i;
const PRESS_MARK =
  /^(?:(?:press|news|media) release|for immediate release|pressemitteilung|communiqué de presse|nota de prensa|comunicado de prensa|comunicato stampa|persbericht|#{3,}|-?\s?ends?\s?-)[:.]?\s*$/im;
const CHANGE_LIST = /^(?:\*\*)?full changelog\b|^all notable changes to (?:this|the)\b/im;
/** A text of this length is written as a page, and read as one. */
const LONG = 2000;
const LONG_SECTION = 1000;
const LEAST_HEADERS = 2;
const LOOKED_AT = 2000;

export function recogniseSource(text: string): SourceKind {
  const isHtml = HTML_TAG.test(text);
  const headings = text.match(HEADING)?.length ?? 0;
  const headers = text.slice(0, LOOKED_AT).match(MAIL_HEADER)?.length ?? 0;
  const isDocument =
    text.length >= LONG ||
    (isHtml && PAGE_TAG.test(text)) ||
    headings >= 2 ||
    (headings === 1 && text.length >= LONG_SECTION) ||
    headers >= LEAST_HEADERS ||
    hasFrontMatter(text) ||
    [MAIL_FOOTER, PRESS_MARK, CHANGE_LIST].some((mark) => mark.test(text));
  return { isHtml, isMarkdown: MARKDOWN.test(text), isDocument };
}

const MARKDOWN =
  /^ {0,3}#{1,6}[ \t]+\S|^ {0,3}(?:```|~~~)|(?<![\w*])\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*(?![\w*])|\[[^[\]\n]{1,300}\]\((?:https?:|mailto:|\/|#|\.)[^)\s]*\)|!\[[^[\]\n]{0,300}\]\(|^[ \t]{0,9}\|?[ \t]{0,9}:?-{3,}:?[ \t]{0,9}\||^ {0,3}> \S|^ {0,3}\[[^\]\n]+\]:\s*https?:/m;
const MOST_MARKS = 150;

/**
 * Whether a text is Markdown by its structure: a heading, a fence, bold words, a link with words of its own, a table
 * or a quote. Single stars, underscores, hyphens and the like are also plain text, and stay so.
 */
export function isMarkdown(text: string): boolean {
  return MARKDOWN.test(text);
}

/** The parser compares all marks of a paragraph with each other; no author writes as many. */
export function isThicket(text: string): boolean {
  return text.split(/\n[ \t]*\n/).some((paragraph) => (paragraph.match(/[*_[\]~`]+/g)?.length ?? 0) > MOST_MARKS);
}

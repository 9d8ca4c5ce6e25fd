import type { Span } from '../../platform.ts';

/** What Forem sets apart as code before it reads anything else (`escape_liquid_tags_in_codeblock` in parser.rb of github.com/forem/forem). */
const CODE = /\s*~{3}.*?~{3}|\s*`{3}.*?`{3}|`{2}.+?`{2}|`.+?`/gs;
const LIQUID = /\{(?:\{+%?|%)/g;
const ESCAPED_BACKTICK = /(?<!\\)((?:\\\\)*)\\`/g;
/** The address of a link, in which there is no room for a tag. */
const IN_ADDRESS = /(?:https?:\/\/|www\.|\]\(<?)[^\s<>]*?(\{[{%]\S*)/i;

/**
 * A Markdown that Forem shows as it is written. Forem reads Liquid in the HTML that it has made of the Markdown, where
 * neither a backslash nor an entity is left of an escape: only its tag `raw` keeps a brace. A backtick counts as code there
 * although a backslash is before it, so in a plain text it is an entity.
 */
export function withoutLiquid(markdown: string, isPlain: boolean): string {
  const source = isPlain ? markdown.replaceAll(ESCAPED_BACKTICK, '$1&#96;') : markdown;
  return mapOutsideCode(source, (piece) => piece.replaceAll(LIQUID, '{% raw %}$&{% endraw %}'));
}

/** Liquid in an address, which would be published otherwise than written. */
export function findLiquidInAddress(text: string): Span | null {
  const visible = text.replaceAll(CODE, (code) => ' '.repeat(code.length));
  const found = IN_ADDRESS.exec(visible);
  if (!found) return null;
  const end = found.index + found[0].length;
  return { start: end - (found[1]?.length ?? 0), end };
}

function mapOutsideCode(source: string, change: (piece: string) => string): string {
  let out = '';
  let from = 0;
  for (const { index, 0: code } of source.matchAll(CODE)) {
    out += change(source.slice(from, index)) + code;
    from = index + code.length;
  }
  return out + change(source.slice(from));
}

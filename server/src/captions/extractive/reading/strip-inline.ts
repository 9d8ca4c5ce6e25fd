/** A link of the source with the words that were put on it. */
export interface SourceLink {
  url: string;
  words: string;
}

const IMAGE = /!\[[^[\]]*\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\s*\)|\[[^[\]]*\])/g;
const LINK = /\[([^[\]]*)\]\(\s*<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g;
const REFERENCE = /\[([^[\]]+)\]\s?\[([^[\]]*)\]|\[([^[\]]+)\](?![[(:])/g;
const HAS_MARKUP = /[[\]`*_~<\\:]/;
const BARE_URL = /https?:\/\/[^\s<>"`]+/gi;

/**
 * One paragraph without its Markdown: the words stay, the links are handed over apart. `keepsLayout` leaves
 * every space where it is, and puts the address of a link behind its words.
 */
export function stripInline(
  text: string,
  references: ReadonlyMap<string, string>,
  { keepsLayout = false } = {},
): { text: string; links: SourceLink[] } {
  const links: SourceLink[] = [];
  const tidied = keepsLayout ? (written: string): string => written : tidy;
  if (!HAS_MARKUP.test(text)) return { text: tidied(text), links };
  const kept: string[] = [];
  // What must not be touched again stands aside as a private-use character pair, which the source cannot hold.
  const keep = (value: string): string => `\ue000${kept.push(value) - 1}\ue001`;
  const restore = (value: string): string => value.replace(/\ue000(\d+)\ue001/g, (_, index) => restore(kept[Number(index)] ?? ''));
  const takeLink = (words: string, url: string): string => {
    links.push({ url, words: restore(tidy(stripEmphasis(words))) });
    if (/^https?:\/\/\S+$/.test(words)) return keep(words);
    return keepsLayout && /^https?:\/\/\S+$/.test(url) ? `${words} (${keep(url)})` : words;
  };

  const plain = text
    .replace(/`` ([^`]*) ``|`([^`]+)`/g, (_, double, single) => keep(double ?? single))
    .replace(IMAGE, '')
    .replace(LINK, (_, words, url) => takeLink(words, url))
    .replace(REFERENCE, (written, words, id, alone) => {
      const url = references.get((id || words || alone).toLowerCase());
      return url === undefined ? written : takeLink(words ?? alone, url);
    })
    .replace(/\[\^[^\]\s]{1,40}\]/g, '')
    .replace(/<(https?:\/\/[^\s<>]+|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>/g, (_, address) => keep(address))
    .replace(BARE_URL, keep);
  const bare = restore(tidied(stripEmphasis(plain, keepsLayout)));
  return { text: keepsLayout ? bare : bare.trim(), links };
}

function stripEmphasis(text: string, keepsLayout = false): string {
  const named = keepsLayout ? text : text.replace(/(?<=^|\s):[a-z][a-z0-9_+-]{1,30}:(?=\s|$)/gm, '');
  return named
    .replace(/~~[^~\n]+~~/g, '')
    .replace(/(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*\n]*[^\s*\\])\1(?![\w*])/g, '$2')
    .replace(/(?<![\w_\\])(_{1,3})(?=[^\s_])([^_\n]*[^\s_\\])\1(?![\w_])/g, '$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!<>~|])/g, '$1');
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/ +([,;.!?])(?=\s|$)/g, '$1')
    .replace(/(?<=\s|^)(?:\( *\)|\[ *\])(?=\s|$)/g, '')
    .trim();
}

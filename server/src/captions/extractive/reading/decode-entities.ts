const NAMES =
  'amp & lt < gt > quot " apos \' copy © reg ® trade ™ hellip … ndash – mdash — lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « raquo » bull • middot · euro € pound £ times × deg ° auml ä ouml ö uuml ü Auml Ä Ouml Ö Uuml Ü szlig ß eacute é egrave è agrave à ccedil ç rarr → larr ←'.split(
    ' ',
  );
const NAMED = new Map([
  ['nbsp', '\u00a0'],
  ...NAMES.flatMap((name, index): [string, string][] => (index % 2 ? [] : [[name, NAMES[index + 1] ?? '']])),
]);

/** HTML character references as the characters they stand for; what is none stays as it is. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (written, decimal, hex, name) => {
    if (name) return NAMED.get(name) ?? written;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 0x7f && code <= 0x9f);
    return isCharacter ? String.fromCodePoint(code) : written;
  });
}

const MOST_NAME = 100;
const MOST_URI = 500;

/** Characters that do not show, or turn the text around them: a name must look like what it is. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A program's name as people will see it; null where it may not be shown. */
export function readClientName(text: string): string | null {
  const name = text
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ');
  return name.length > 0 && name.length <= MOST_NAME && !INVISIBLE.test(name) ? name : null;
}

/** A program's home page; null where it is none. */
export function readClientUri(text: string): string | null {
  if (text.length > MOST_URI || !/^https?:\/\/[^/?#@\\\s]+(?:[/?#]|$)/i.test(text) || !URL.parse(text)) return null;
  // As the browser would read it, with the host in ASCII.
  return new URL(text).href;
}

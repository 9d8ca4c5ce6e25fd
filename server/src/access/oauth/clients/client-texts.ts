import { skeletonOf } from '../../../look-alikes.ts';

const MOST_NAME = 100;
const MOST_URI = 500;

/** Invisible characters and changes of text direction: a name must look like what it is. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

const OUR_NAME = skeletonOf('Countersign');
/** Signs that screens use as badges. */
const BADGE =
  /[\u2610-\u2612\u2705\u2713-\u2718\u271a\u2b50\u2605\u2606\u{1f5f8}\u{1f5f9}\u{1f5f3}\u{1f6e1}\u{1f512}\u{1f510}\u{1f4af}\u{1f396}\u{1f3c5}©®™]/u;
/** In the languages of the screens, as they are drawn. */
const CLAIMS = new Set(
  `official verified certified trusted authentic genuine approved offiziell offizielle offizieller offizielles verifiziert zertifiziert geprüft
  officiel officielle vérifié vérifiée certifié certifiée oficial verificado verificada certificado certificada رسمي الرسمي موثق موثّق معتمد`
    .trim()
    .split(/\s+/)
    .map(skeletonOf),
);

/**
 * Whether a name imitates the service's own, or claims a verification: requesting programs are never verified.
 * Confusable letters of other alphabets count as equal.
 */
export function isImitation(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(skeletonOf);
  return BADGE.test(name.normalize('NFKC')) || skeletonOf(name).includes(OUR_NAME) || words.some((word) => CLAIMS.has(word));
}

/** The rule for names, for error messages. */
export const CLIENT_NAME_RULE =
  'must be 1 to 100 visible characters, must not look like the name of this service, and must not claim to be official or verified';

/** A program's name for display; null if it is not permitted. */
export function readClientName(text: string): string | null {
  const name = text
    .normalize('NFC')
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ');
  return name.length > 0 && name.length <= MOST_NAME && !INVISIBLE.test(name) && !isImitation(name) ? name : null;
}

/** A program's home page; null if it is invalid. */
export function readClientUri(text: string): string | null {
  if (text.length > MOST_URI || !/^https?:\/\/[^/?#@\\\s]+(?:[/?#]|$)/i.test(text) || !URL.parse(text)) return null;
  // As the browser would read it, with the host in ASCII.
  return new URL(text).href;
}

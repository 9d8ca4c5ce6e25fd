import { decodeHTMLStrict } from 'entities';
import { INVISIBLE } from './clean-text.ts';

/** As HTML writes a character by its number or its name. */
export const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});/g;

/**
 * HTML character references as the characters they stand for; what is none stays as it is, and so does one without its semicolon,
 * which is as likely a part of an address.
 */
export function decodeEntities(text: string): string {
  return text.replace(REFERENCE, (written) => decodeHTMLStrict(written).replace(INVISIBLE, ''));
}

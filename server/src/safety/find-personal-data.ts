import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { TextFinding } from './safety-finding.ts';

/** Every shape takes time in proportion to the text: its repeats are bounded, or begin only once in a run. */
const EMAIL = /(?<![\p{L}\p{N}._%+@/-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}/gu;
/** Written with its country, or as North America writes it. */
const PHONE = /(?<![\p{L}\p{N}+.,-])(?:\+\d[\d ().-]{6,20}\d|(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4})(?![\p{L}\p{N}])/gu;
const CARD = /(?<![\p{L}\p{N}.,-])[3-6](?:[ -]?\d){12,18}(?![\p{L}\p{N}])/gu;
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu;
/** Addresses of an office, not of a person. */
const OFFICE =
  /^(?:info|hello|hi|contact|press|media|support|help|service|office|sales|team|mail|news|newsletter|jobs|careers|security|privacy|abuse|admin|postmaster|webmaster|noreply|no-reply|marketing|events?|tickets?|booking|kontakt|presse|redaktion|contacto|prensa)\b/i;
const LINK = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,15}:\/\/\S+/giu;
const MOST_PHONES = 200;

/** Addresses, numbers and accounts that belong to a person. A card number blocks; the rest may well be meant to be known. */
export function findPersonalData(text: string): TextFinding[] {
  const spoken = withoutLinks(text);
  return [
    ...found(spoken, EMAIL, 'an e-mail address', (written) => !OFFICE.test(written)),
    ...found(spoken, PHONE, 'a phone number', isPhone, MOST_PHONES),
    ...found(spoken, CARD, 'a card number', isCard).map((finding) => ({ ...finding, severity: 'block' as const })),
    ...found(spoken, IBAN, 'a bank account', (written) => isValidIBAN(electronicFormatIBAN(written) ?? '')),
  ];
}

/** The same length, so that spans stay right: the long numbers in addresses are nobody's. */
function withoutLinks(text: string): string {
  return text.replace(LINK, (written) => ' '.repeat(written.length));
}

function found(
  text: string,
  shape: RegExp,
  name: string,
  isMeant: (written: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): TextFinding[] {
  const findings: TextFinding[] = [];
  let tried = 0;
  for (const { 0: written, index } of text.matchAll(shape)) {
    tried += 1;
    if (tried > most) break;
    if (!isMeant(written)) continue;
    findings.push({
      check: 'personal_data',
      severity: 'warn',
      message: `This looks like ${name}. Leave it in only if its owner wants it to be known.`,
      span: { start: index, end: index + written.length },
    });
  }
  return findings;
}

function isPhone(written: string): boolean {
  return parsePhoneNumberFromString(written, 'US')?.isValid() ?? false;
}

/** Luhn's sum, as every card number has it. */
function isCard(written: string): boolean {
  const digits = written.replace(/\D/g, '');
  if (/^(\d)\1*$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const weighed = place % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

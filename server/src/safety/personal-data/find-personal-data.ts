import { countrySpecs, isValidIBAN } from 'ibantools';
import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Pause } from '../../long-work/yield-to-event-loop.ts';
import type { Span } from '../../platforms/platform.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findLifeData } from './find-life-data.ts';
import { findPersonNumbers, isCardNumber } from './find-person-numbers.ts';
import { findPhoneNumbers } from './find-phone-numbers.ts';

/** Linear time: repetitions in every pattern are bounded, or start only once in a run. */
const EMAIL = /(?<![\p{L}\p{N}._%+@/-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.[A-Za-z]{2,63}/gu;
/** "name (at) host (dot) org", as people write it to hide it from programs. */
const HIDDEN_EMAIL =
  /(?<![\p{L}\p{N}._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}(?: ?[([{<] ?(?:at|ät|@|arroba|chiocciola|chez) ?[)\]}>] ?[A-Za-z0-9-]{1,63}(?: ?(?:[([{<] ?(?:dot|punkt|point|punto|ponto|punt|\.) ?[)\]}>]|\.) ?[A-Za-z0-9-]{2,63}| (?:dot|punkt|point|punto|ponto) [A-Za-z0-9-]{2,63}){1,3}| (?:at|ät|arroba|chiocciola) [A-Za-z0-9-]{1,63}(?: (?:dot|punkt|point|punto|ponto) [A-Za-z0-9-]{2,63}){1,3})/giu;
/** Separators of digits in every form; never a line break. */
const SEPARATOR = '[ \\u00a0\\u2009\\u202f.\\-\u2010-\u2015_/\u00b7\u2022|]{0,3}';
const CARD = new RegExp(`(?<![\\p{L}\\p{N}.,#-])[2-689](?:${SEPARATOR}\\d){11,18}(?![\\p{L}\\p{N}])`, 'gu');
const IBAN_START = new RegExp(`(?<![\\p{L}\\p{N}])[A-Z]{2}${SEPARATOR}\\d${SEPARATOR}\\d`, 'giu');
/** A US social security number. */
const SSN = /(?<![\p{L}\p{N}-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\p{L}\p{N}-])/gu;
/** Addresses of an office, not of a person. */
const OFFICE =
  /^(?:info|hello|hi|contact|press|media|support|help|service|office|sales|team|mail|news|newsletter|jobs|careers|security|privacy|abuse|admin|postmaster|webmaster|noreply|no-reply|marketing|events?|tickets?|booking|engineering|status|billing|feedback|legal|orders?|enquiries|inquiries|kontakt|presse|redaktion|contacto|prensa|hallo|hola|bonjour|ciao|hej|ola|post|zentrale|kundenservice|kundendienst|verkauf|bestellung(?:en)?|buchung(?:en)?|reservierung(?:en)?|reservations?|reservas?|reservation|anmeldung|bewerbung(?:en)?|praxis|laden|verwaltung|empfang|reception|accueil|boutique|commandes?|clients?|clientele|sav|recrutement|candidatures?|tienda|pedidos|clientes|atencion|empleo|rrhh|hr|loja|vendas|atendimento|sac|vagas|negozio|ordini|clienti|assistenza|prenotazioni|lavoro|segreteria|ufficio|amministrazione|winkel|klantenservice|bestellingen|reserveren|verkoop|vacatures|biuro|sklep|zamowienia|rezerwacje|praca|kariera|bok|iletisim|bilgi|destek|siparis|satis|rezervasyon|magaza|shop|store|studio|museum|kitchen|bakery|restaurant|hotel|academy|school|members?|membership|volunteers?|donate|donations|giving|accounts?|customerservice|customercare|customer|care|appointments?|reservas|visit|welcome|community|editor|desk|team)\b/i;
/** Between two characters of an account number. */
const LONGEST_GAP = 3;
const LINK = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,15}:\/\/\S+/giu;

/** In the order of the report. */
const KINDS: ((text: string, timeZone: string | null) => TextFinding[])[] = [
  (text) => found(text, EMAIL, say`an email address`, (written) => !OFFICE.test(written)),
  (text) => found(text, HIDDEN_EMAIL, say`an email address`, (written) => !OFFICE.test(written)),
  (text, timeZone) => findPhoneNumbers(text, timeZone).map((span) => finding(say`a phone number`, span)),
  (text) => findPersonNumbers(text).map(({ name, span }) => finding(name, span)),
  (text, timeZone) => findLifeData(text, timeZone).map(({ name, span }) => finding(name, span)),
  (text) =>
    found(text, CARD, say`a card number`, (written) => isCardNumber(written.replace(/\D/g, ''))).map((card) => ({
      ...card,
      severity: 'block' as const,
    })),
  (text) => found(text, SSN, say`a social security number`, () => true),
  (text) => findIbans(text).map((span) => finding(say`a bank account`, span)),
];

/**
 * Personal addresses, numbers and accounts. A card number blocks; others may be meant for publication. `timeZone`:
 * the workspace's, which determines the notation of phone numbers.
 */
export async function findPersonalData(text: string, pause: Pause, timeZone: string | null = null): Promise<TextFinding[]> {
  const spoken = withoutLinks(text);
  const all: TextFinding[] = [];
  for (const find of KINDS) {
    all.push(...find(spoken, timeZone));
    await pause();
  }
  return all;
}

/** Blanks out links at the same length, so spans stay correct: long numbers in URLs are not personal data. */
function withoutLinks(text: string): string {
  return text.replace(LINK, (written) => ' '.repeat(written.length));
}

function found(text: string, shape: RegExp, name: Sentence, isMeant: (written: string) => boolean): TextFinding[] {
  const meant = [...text.matchAll(shape)].filter(([written]) => isMeant(written));
  return meant.map(({ 0: written, index }) => finding(name, { start: index, end: index + written.length }));
}

function finding(name: Sentence, span: Span): TextFinding {
  const words = say`This looks like ${name}. Keep it only if the person concerned agrees.`;
  return { check: 'personal_data', severity: 'warn', ...toStoredMessage(words), span };
}

/** International bank account numbers, by each country's length, with any separators. */
function findIbans(text: string): Span[] {
  return [...text.matchAll(IBAN_START)].flatMap(({ 0: written, index: start }) => {
    const length = countrySpecs[written.slice(0, 2).toUpperCase()]?.chars ?? 0;
    let compact = '';
    let end = start;
    for (let gap = 0; compact.length < length && end < text.length && gap <= LONGEST_GAP; end += 1) {
      const character = text.charAt(end);
      if (/[A-Za-z0-9]/.test(character)) {
        compact += character;
        gap = 0;
      } else if (character === '\n') break;
      else gap += 1;
    }
    const isWhole = length > 0 && compact.length === length && !/[\p{L}\p{N}]/u.test(text.charAt(end));
    return isWhole && isValidIBAN(compact.toUpperCase()) ? [{ start, end }] : [];
  });
}

import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { findPhones } from '../../platforms/checks/check-phones.ts';
import { detectLanguage } from '../../platforms/language/detect-language.ts';
import type { Span } from '../../platforms/platform.ts';

/** The main countries of a language. */
const BY_LANGUAGE: Record<string, CountryCode[]> = {
  en: ['GB', 'US', 'IE', 'AU'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH'],
  es: ['ES', 'MX', 'AR'],
  pt: ['BR', 'PT'],
  it: ['IT', 'CH'],
  nl: ['NL', 'BE'],
  sv: ['SE'],
  da: ['DK'],
  nb: ['NO'],
  pl: ['PL'],
  tr: ['TR'],
  ru: ['RU'],
  uk: ['UA'],
  ja: ['JP'],
  ko: ['KR'],
  hi: ['IN'],
  ar: ['SA', 'AE', 'EG', 'MA', 'JO', 'KW'],
  zh: ['CN', 'TW', 'HK'],
};

/** The countries of all these languages. */
const COUNTRIES = [...new Set(Object.values(BY_LANGUAGE).flat())];

let byZone: Map<string, CountryCode[]> | null = null;

/** The countries of a time zone, by the runtime's own data. */
export function countriesOfZone(timeZone: string): CountryCode[] {
  byZone ??= readZones();
  return byZone.get(timeZone) ?? [];
}

export function countriesOfLanguage(language: string | null): CountryCode[] {
  return language === null ? [] : (BY_LANGUAGE[language] ?? []);
}

/** A property up to Node.js 22, a method since. */
type ZonedLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?(): string[] | undefined };

function readZones(): Map<string, CountryCode[]> {
  const zones = new Map<string, CountryCode[]>();
  for (const country of getCountries()) {
    const locale = new Intl.Locale(`und-${country}`) as ZonedLocale;
    for (const zone of locale.getTimeZones?.() ?? locale.timeZones ?? []) zones.set(zone, [...(zones.get(zone) ?? []), country]);
  }
  return zones;
}

/** National notation, in groups. Bounded, for linear time. */
const NATIONAL =
  /(?<![\p{L}\p{N}+.,#/:_-]|[\p{Sc}] ?)\(?\d{2,5}\)?(?:[ ./\u00a0\u2010-\u2015-]{1,2}\d{2,9}){1,5}(?![\p{L}\p{N}]|[,.:]\d| ?[\p{Sc}%]|-\d)/gu;
/** In one run; a number only where a word announces it. */
const BARE = /(?<![\p{L}\p{N}+.,#/:_-]|[\p{Sc}] ?)\d{7,11}(?![\p{L}\p{N}]|[,.:-]\d| ?[\p{Sc}%])/gu;
/** Words before a phone number; in many countries numbers do not begin with a zero. */
const CALLED =
  /(?:(?<!\p{L})(?:tel|tél|tel[eé]f[oó]n[oe]?|telefon|telephone|téléphone|phone|call|call me|call us|ring|ring me|text|text me|mobile|mobil|mobiel|cell|handy|portable|móvil|celular|cell?ulare|whatsapp|wa|sms|signal|fax|contact|contacto|kontakt|kontakta|kontaktiere|contatta|contacta|nummer|number|número|numéro|numero|bel|chiama|chiamate|llama|llama a|llámame|liga|ligue|appelez|appelle|ruf|ringt|rufe|llame|llamad|ligar|telefona|zadzwoń|dzwoń|тел|телефон|viber|(?:電話|携帯)(?:番号)?[はが]?|手机|电话|전화|هاتف(?:ه|ها|ي|ك)?|رقم هاتف(?:ه|ها|ي|ك)?|جوال(?:ه|ها)?|موبايل|واتساب|رقم(?:ه|ها|ي|ك|نا)?)(?: (?:الخاص|الشخصي|الجوال|الهاتف))?(?: (?:a|à|do|bei|to|my|meine?n?|ma|mon|mi|mia|mój|moją) \p{L}{2,20}| \p{Lu}\p{L}{1,20})?(?: (?:on|an|at|au|al|op|på|unter|no|nr|uns|mich|him|her|them|us|me|is|pod))? ?[.:]{0,2} ?|[📞☎📱✆]\ufe0f? ?)$/iu;
/** The number of a thing. */
const OF_A_THING =
  /(?<!\p{L})(?:order|room|ticket|invoice|flight|train|bus|part|item|model|lot|case|reference|customer|member|account|serial|winning|bestell|auftrags|rechnungs|kunden|artikel|zimmer|flug|commande|facture|pedido|factura|ordine|fattura|encomenda)[- ]?(?:number|no|nr|nummer|número|numéro|numero)(?: (?:is|was|are|ist|war|est|es|è|é))?[.:]{0,2} ?$/iu;
/** A number that the public is invited to call is no personal data. */
const OF_AN_OFFICE =
  /(?<!\p{L})(?:reserve|book|booking|bookings|reservations?|tickets|box office|office|hotline|helpline|front desk|reception|reservierung(?:en)?|buchung(?:en)?|tischreservierung(?:en)?|réservations?|réservez|reservas?|reserve|prenotazioni|prenota|reserveren|reserveringen)(?: (?:a table|your seat|your table|now|by phone|online or))?(?: (?:at|on|under|unter|au|al|op|:))?:? ?$/iu;
/** An office is named behind its number: "03-1234-5678（案内所）". */
const NAMED_BEHIND = /^ ?[（(【「][^）)】」\n]{0,10}(?:案内|代表|受付|予約|窓口|事務|本社|总机|前台|客服|대표|안내|예약)/u;
const LONGEST_CALL = 44;
const MOST_TRIED = 200;
const DAY = /^\(?(?:\d{1,2}[ /.-]\d{1,2}[ /.-]\d{2,4}|\d{4}[ /.-]\d{1,2}[ /.-]\d{1,2}|\d{4}[ -]\d{4}|\d{1,3}(?: \d{3})+)$/;

/** Phone numbers: of any country with its code in front, and those that are written as in the countries of the workspace and of the language. */
export function findPhoneNumbers(text: string, timeZone: string | null): Span[] {
  const before = (index: number): string => text.slice(Math.max(0, index - LONGEST_CALL), index);
  const isOfOffice = ({ start, end }: Span): boolean => OF_AN_OFFICE.test(before(start)) || NAMED_BEHIND.test(text.slice(end, end + 20));
  const spans = findPhones(text).filter((span) => !isOfOffice(span));
  const near = [...new Set([...(timeZone === null ? [] : countriesOfZone(timeZone)), ...countriesOfLanguage(detectLanguage(text))])];
  let tried = 0;
  for (const { 0: written, index } of [...text.matchAll(NATIONAL), ...text.matchAll(BARE)]) {
    if (tried >= MOST_TRIED) break;
    const span = { start: index, end: index + written.length };
    if (spans.some((other) => other.start < span.end && span.start < other.end)) continue;
    if (OF_A_THING.test(before(index)) || isOfOffice(span)) continue;
    const isCalled = CALLED.test(before(index));
    if (!isCalled && (!/^\(?0/.test(written) || DAY.test(written) || /^\d+$/.test(written))) continue;
    tried += 1;
    if (/^0?[89]00/.test(written) && COUNTRIES.some((country) => isFreeIn(written, country))) continue;
    // After a word that announces a number, only the country is open; a mobile number is a person's in any country.
    const isKnown = (isCalled ? [...near, ...COUNTRIES] : near).some((country) => isNumberOf(written, country));
    if (isKnown || isInternational(written) || COUNTRIES.some((country) => isMobileOf(written, country))) spans.push(span);
  }
  return spans;
}

/** With "00" in place of the plus sign. */
function isInternational(written: string): boolean {
  return written.startsWith('00') && (parsePhoneNumberFromString(`+${written.slice(2)}`)?.isValid() ?? false);
}

function isMobileOf(written: string, country: CountryCode): boolean {
  const number = parsePhoneNumberFromString(written, country);
  return number?.isValid() === true && number.getType() === 'MOBILE';
}

function isNumberOf(written: string, country: CountryCode): boolean {
  return parsePhoneNumberFromString(written, country)?.isValid() ?? false;
}

/** What costs nothing to call is no person's number. */
function isFreeIn(written: string, country: CountryCode): boolean {
  const number = parsePhoneNumberFromString(written, country);
  return number?.isValid() === true && number.getType() === 'TOLL_FREE';
}

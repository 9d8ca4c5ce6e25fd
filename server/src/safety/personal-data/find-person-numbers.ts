import { validatePerson } from 'stdnum';
import { type Sentence, say } from '../../languages/sentence.ts';
import type { Span } from '../../platforms/platform.ts';
import { matchesOf } from '../../platforms/text/graphemes.ts';

interface PersonNumber {
  name: Sentence;
  country: string;
  shape: RegExp;
}

/** In common notation; ambiguous numbers only after their name. Confirmed by a check digit or a date. */
const NUMBERS: PersonNumber[] = [
  {
    name: say`a national insurance number`,
    country: 'GB',
    shape: /(?<![\p{L}\p{N}])[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\p{L}\p{N}])/gu,
  },
  {
    name: say`a social security number`,
    country: 'FR',
    shape: /(?<![\p{L}\p{N}])[12] ?\d{2} ?\d{2} ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}(?![\p{L}\p{N}])/gu,
  },
  { name: say`an identity number`, country: 'ES', shape: /(?<![\p{L}\p{N}.-])[\dXYZ]\d{7}-?[A-Z](?![\p{L}\p{N}-])/gu },
  { name: say`a tax number`, country: 'IT', shape: /(?<![\p{L}\p{N}])[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z](?![\p{L}\p{N}])/gu },
  { name: say`a personal number`, country: 'SE', shape: /(?<![\p{L}\p{N}+-])(?:\d{2})?\d{6}[-+]\d{4}(?![\p{L}\p{N}-])/gu },
  { name: say`a personal number`, country: 'DK', shape: /(?<![\p{L}\p{N}+-])\d{6}-\d{4}(?![\p{L}\p{N}-])/gu },
  { name: say`a personal number`, country: 'FI', shape: /(?<![\p{L}\p{N}+-])\d{6}[-+A]\d{3}[0-9A-Z](?![\p{L}\p{N}-])/gu },
  { name: say`a tax number`, country: 'BR', shape: /(?<![\p{L}\p{N}.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\p{L}\p{N}])/gu },
  { name: say`an insurance number`, country: 'CH', shape: /(?<![\p{L}\p{N}.])756\.\d{4}\.\d{4}\.\d{2}(?![\p{L}\p{N}.])/gu },
  { name: say`a personal number`, country: 'PL', shape: named('pesel', '\\d{11}') },
  { name: say`a personal number`, country: 'NL', shape: named('bsn|burgerservicenummer', '\\d{9}') },
  {
    name: say`a tax number`,
    country: 'DE',
    shape: named('steuer-?id|idnr|steueridentifikationsnummer|steuernummer', '\\d{2} ?\\d{3} ?\\d{3} ?\\d{3}'),
  },
  { name: say`a personal number`, country: 'NO', shape: named('fødselsnummer|fnr|personnummer', '\\d{6} ?\\d{5}') },
  { name: say`an identity number`, country: 'IN', shape: named('aadhaa?r(?: (?:no|number))?', '\\d{4} ?\\d{4} ?\\d{4}') },
];

/** Words between the name of a number and the number, with the dot of "no.". */
const UP_TO = '(?:[^\\n\\d.!?]|(?<=(?<!\\p{L})(?:no|nr|num|núm|n|č|nro|№|numer))\\.){0,30}?';
/** People write a passport number without its check digit. A date is not one. */
const PASSPORT = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=(?:[A-Z]{0,4}\\d){5})(?!(?:19|20)\\d{6}(?!\\d))(?<=(?<!\\p{L})(?:passports?|(?:reise)?pass(?:nummer|-?nr)?|(?:personal)?ausweis(?:nummer|-?nr)?|perso|passeport|pasaporte|passaport[oe]|paspoort(?:nummer)?|pasnummer|passnummer|paszport(?:u)?|pasaport(?:um)?|útlevél|cestovní pas|passi(?:n numero)?|(?:загран)?паспорт[а-я]{0,3}|διαβατ[ηή]ρι\\p{L}{1,3}|جواز(?: ?(?:ال)?سفر\\p{L}{0,3})?|דרכון|पासपोर्ट)(?!\\p{L})${UP_TO})[A-Z0-9]{7,10}(?![\\p{L}\\p{N}]|[.,:]\\d)|(?<=(?:パスポート|旅券|护照|護照|여권)[^\\n\\d.!?。A-Z]{0,12})[A-Z]{1,2}\\d{7,8}(?![A-Z\\d])`,
  'giu',
);

/** For other countries, only after the name of such a number; most have no known check digit. */
const ANNOUNCED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=[A-Z]{0,4}(?:[ .\\-/]?\\d){6})(?<=(?<!\\p{L})(?:ni (?:number|no)|national insurance(?: number| no)?|national id(?:entity)?(?: card)?(?: number| no)?|identity card(?: number| no)?|id card(?: number| no)?|emirates id|tax(?:payer)? id|sin|nhs(?: number| no)?|medicare(?: number| no)?|driv(?:er|ing)[’']?s?(?: licen[cs]e)(?: number| no)?|passport|sozialversicherungsnummer|rentenversicherungsnummer|führerschein(?:nummer)?|reisepass|numéro de sécu(?:rité sociale)?|carte d[’']identité|passeport|permis de conduire|(?:número de la )?seguridad social|nss|curp|rfc|cédula|pasaporte|codice fiscale|carta d[’']identità|passaporto|cartão de cidadão|passaporte|nif|rijksregisternummer|personnummer|rodné číslo|паспорт|снилс|инн|身份证(?:号码?)?|マイナンバー|주민등록번호|رقم الهوية|الرقم القومي|إقامة|جواز(?: السفر)?|תעודת זהות|ת\\.ז\\.?)(?!\\p{L})${UP_TO})[A-Z]{0,4}[ .\\-/]?\\d(?:[ .\\-/]?[\\dA-Z]){5,19}(?![\\p{L}\\p{N}])`,
  'giu',
);

const IS_DATE = /^(?:19|20)\d{6}$/;

/** Personal numbers issued by a state, for countries whose numbers can be recognized. */
export function findPersonNumbers(text: string): { name: Sentence; span: Span }[] {
  const numbers = NUMBERS.flatMap(({ name, country, shape }) =>
    matchesOf(text, shape)
      .filter(([written]) => validatePerson(country, written).isValid)
      .map(({ 0: written, index }) => ({ name, span: { start: index, end: index + written.length } })),
  );
  const passports = matchesOf(text, PASSPORT).map(({ 0: written, index }) => ({
    name: say`a passport number`,
    span: { start: index, end: index + written.length },
  }));
  const announced = matchesOf(text, ANNOUNCED)
    .map(({ 0: written, index }) => {
      // The pattern ignores case: words around the number are not part of it.
      const before = /^\p{Ll}{2,4} /u.exec(written)?.[0].length ?? 0;
      return { number: written.slice(before).replace(/ \p{Ll}.*$/u, ''), start: index + before };
    })
    .filter(({ number }) => !IS_DATE.test(number))
    .map(({ number, start }) => ({ name: say`an identity number`, span: { start, end: start + number.length } }))
    .filter(({ span }) => ![...numbers, ...passports].some((other) => other.span.start < span.end && span.start < other.span.end));
  return [...numbers, ...passports, ...announced];
}

function named(names: string, number: string): RegExp {
  return new RegExp(`(?<=(?<!\\p{L})(?:${names})[.:#]{0,2} {0,2})${number}(?![\\p{L}\\p{N}])`, 'giu');
}

/** A brand of payment cards: the first digits of its numbers, as ranges or prefixes, and their lengths. */
interface CardIssuer {
  brand: string;
  prefixes: string;
  lengths: readonly number[];
}

const SIXTEEN = [16];
const TO_NINETEEN = [16, 17, 18, 19];

/** By ISO/IEC 7812 and the brands' own publications. A prefix may belong to two brands. */
export const CARD_ISSUERS: readonly CardIssuer[] = [
  { brand: 'Visa', prefixes: '4', lengths: [13, 16, 19] },
  { brand: 'Mastercard', prefixes: '51-55 2221-2720', lengths: SIXTEEN },
  { brand: 'American Express', prefixes: '34 37', lengths: [15] },
  { brand: 'Discover', prefixes: '6011 644-649 65', lengths: TO_NINETEEN },
  { brand: 'JCB', prefixes: '3528-3589', lengths: TO_NINETEEN },
  { brand: 'Diners Club', prefixes: '300-305 3095 36 38-39', lengths: [14, 16, 19] },
  { brand: 'UnionPay', prefixes: '62 8100-8171', lengths: TO_NINETEEN },
  { brand: 'Maestro', prefixes: '5018 5020 5038 5893 6304 6759 6761-6763', lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { brand: 'Mir', prefixes: '2200-2204', lengths: TO_NINETEEN },
  { brand: 'RuPay', prefixes: '508 60 65 81-82 353 356', lengths: SIXTEEN },
  {
    brand: 'Elo',
    prefixes:
      '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368 650031-650598',
    lengths: SIXTEEN,
  },
  { brand: 'Troy', prefixes: '9792 65', lengths: SIXTEEN },
  { brand: 'Dankort', prefixes: '5019', lengths: SIXTEEN },
  { brand: 'Bancontact', prefixes: '6703', lengths: TO_NINETEEN },
  { brand: 'Verve', prefixes: '506099-506198 507865-507964', lengths: TO_NINETEEN },
  { brand: 'Hipercard', prefixes: '606282', lengths: SIXTEEN },
  { brand: 'InstaPayment', prefixes: '637-639', lengths: SIXTEEN },
  { brand: 'BORICA', prefixes: '2205', lengths: SIXTEEN },
  { brand: 'UzCard', prefixes: '8600', lengths: SIXTEEN },
  { brand: 'Humo', prefixes: '9860', lengths: SIXTEEN },
  { brand: 'Meeza', prefixes: '5078', lengths: TO_NINETEEN },
];

const RANGES = CARD_ISSUERS.flatMap(({ prefixes, lengths }) =>
  prefixes.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return { first: Number(first), last: Number(last), digits: first.length, lengths };
  }),
);

/** Whether digits are a card's: an issuer's first digits and length, and Luhn's sum. */
export function isCardNumber(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  const isIssued = RANGES.some(({ first, last, digits: count, lengths }) => {
    const start = Number(digits.slice(0, count));
    return start >= first && start <= last && lengths.includes(digits.length);
  });
  return isIssued && luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const weighed = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return sum + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
}

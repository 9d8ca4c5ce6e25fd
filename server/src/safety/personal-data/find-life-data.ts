import { type Sentence, say } from '../../languages/sentence.ts';
import type { Span } from '../../platforms/platform.ts';
import { matchesOf } from '../../platforms/text/matches-of.ts';

const MONTHS =
  '(?:jan|feb|f[ée]v|m[aä]r|apr|avr|abr|ma[iyj]|mei|juin|juil|ju[nl]|aug|ago|août|sep|set|o[ck]t|out|nov|de[czs]|gen|mag|giu|lug|ott|dic|ene|kv|cze|lip|sie|wrz|paź|lis|gru|sty|lut)\\p{L}{0,8}\\.?';
const DATE = `(?:\\d{1,2}[./-] ?\\d{1,2}[./-] ?(?:(?:19|20)\\d{2}|\\d{2})|(?:19|20)\\d{2}[年년]? ?\\d{1,2}[月월] ?\\d{1,2}[日일]|(?:19|20)\\d{2}[./-]\\d{1,2}[./-]\\d{1,2}|\\d{1,2}(?:\\.|st|nd|rd|th|º|er)? (?:of |de )?${MONTHS},? (?:de |del )?(?:19|20)\\d{2}|${MONTHS} \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d{2})`;
const BORN =
  'born on|date of birth|birth ?date|d\\.?o\\.?b\\.?|birthday|geb\\.|geboren am|geburtsdatum|geburtstag|née? le|date de naissance|nacid[oa] el|fecha de nacimiento|nat[oa] il|data di nascita|nascid[oa] (?:em|a)|data de nascimento|geboren op|geboortedatum|född|födelsedatum|født|fødselsdato|urodzon[ya]|data urodzenia|syntynyt|doğum tarihi|дата рождения|дата народження|родился|родилась|born|b\\.|geboren|né(?:e)? le|ur\\.|nar\\.|تاريخ الميلاد|تاريخ ميلاده|تاريخ ميلادها|مواليد|ولد في|ولدت في|生年月日|出生日期|生日|생년월일|जन्म तिथि|תאריך לידה|ημερομηνία γέννησης';
const BIRTH = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${BORN})(?: (?:is|ist|est|es|è|am|den|den|dnia))?[.:：]{0,2} {0,2}${DATE}(?!\\p{N})`,
  'giu',
);

const NUMBER = '\\d{1,4}[a-z]?';
const NAME = "[\\p{L}.'’-]{2,30}";
const HOME =
  'lives? (?:at|on)|living at|(?:his|her|their) house is (?:at|on)|(?:he|she|they) moved (?:in)?to|find (?:him|her|them) at|visit (?:him|her|them) at|home address(?: is)?|private address(?: is)?|my address(?: is)?|(?:his|her|their) (?:home )?address(?: is)?|wohn(?:t|e|haft)(?: in| an)?(?: der| dem| am)?|privatadresse|privatanschrift|meine adresse(?: ist)?|habite(?: au)?|domicili[ée]e? au|mon adresse(?: est)?|adresse personnelle|vive en(?: la)?|domicilio(?: particular)?|mi dirección(?: es)?|abita in|residente in|indirizzo di casa|mora na|meu endereço(?: é)?|woont (?:op|aan|in)(?: de)?|thuisadres|privéadres|bor på|hemadress|hjemmeadresse|mieszka (?:przy|na)(?: ul\\.)?|adres domowy';
const STREET = `(?:${NUMBER},? (?:${NAME} ){1,4}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|close|court|ct|way|crescent|gardens|place|square|terrace|grove|hill|boulevard|blvd)|${NUMBER}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse|quai) ${NAME}(?: ${NAME}){0,3}|(?:calle|avenida|plaza|paseo|via|viale|corso|piazza|rua|travessa|ulica|ul\\.) (?:${NAME},? ){1,4}(?:n[º°.] ?)?${NUMBER}|(?:${NAME} ){0,2}${NAME} ?${NUMBER}(?=[\\s,.!]|$))`;
/** A person with a title, and an address right behind. */
const TITLED = '(?:mr|mrs|ms|miss|dr|herr|frau|mme|madame|monsieur|sr|sra|señora?|signora?|sig|mevrouw|meneer|dhr|mevr)\\.?';
const OF_SOMEBODY = new RegExp(`(?<![\\p{L}\\p{N}])${TITLED} (?:${NAME} ){0,2}${NAME}, ?${STREET}(?!\\p{L})`, 'giu');
const ADDRESS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${HOME})[:,]? {0,2}${STREET}(?!\\p{L})`, 'giu');

/** Dates of birth and home addresses, only where the text says that it is one. */
export function findLifeData(text: string): { name: Sentence; span: Span }[] {
  return [
    ...found(text, BIRTH, say`a date of birth`),
    ...found(text, ADDRESS, say`a home address`),
    ...found(text, OF_SOMEBODY, say`a home address`),
  ];
}

function found(text: string, shape: RegExp, name: Sentence): { name: Sentence; span: Span }[] {
  return matchesOf(text, shape).map(({ 0: written, index }) => ({ name, span: { start: index, end: index + written.length } }));
}

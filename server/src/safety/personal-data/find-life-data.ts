import type { CountryCode } from 'libphonenumber-js/max';
import { type Sentence, say } from '../../languages/sentence.ts';
import { detectLanguage } from '../../platforms/language/detect-language.ts';
import type { Span } from '../../platforms/platform.ts';
import { matchesOf } from '../../platforms/text/graphemes.ts';
import { countriesOfLanguage, countriesOfZone } from './find-phone-numbers.ts';

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
/** "Now", between the verb and the address. */
const NOW =
  '(?: (?:now|today|still|jetzt|nun|heute|noch|maintenant|désormais|toujours|ahora|todavía|adesso|ora|ancora|agora|nu|nog|teraz))?';
const HOME = `lives?${NOW} (?:at|on)|lived (?:at|on)|living at|(?:his|her|their) house is (?:at|on)|(?:he|she|they) moved (?:in)?to|find (?:him|her|them) at|visit (?:him|her|them) at|home address(?: is)?|private address(?: is)?|my address(?: is)?|(?:his|her|their) (?:home )?address(?: is)?|wohn(?:t|e|haft)${NOW}(?: in| an)?(?: der| dem| am)?|privatadresse|privatanschrift|meine adresse(?: ist)?|habite${NOW}(?: au)?|domicili[ée]e? au|mon adresse(?: est)?|adresse personnelle|vive${NOW} en(?: la)?|domicilio(?: particular)?|mi dirección(?: es)?|abita${NOW} in|residente in|indirizzo di casa|mora${NOW} na|meu endereço(?: é)?|woont${NOW} (?:op|aan|in)(?: de)?|thuisadres|privéadres|bor${NOW} på|hemadress|hjemmeadresse|mieszka${NOW} (?:przy|na)(?: ul\\.)?|adres domowy`;
/** Words for a person's whereabouts; only before an unmistakable address. */
const FOUND_AT = `(?:mon|son|leur) adresse(?: est)?(?: ?:)?|(?:mi|su) dirección(?: es)?|il (?:mio|suo) indirizzo(?: è)?|(?:o )?(?:meu|seu) endereço(?: é)?|(?:meine|seine|ihre) (?:adresse|anschrift)(?: ist)?|(?:mijn|zijn|haar) adres(?: is)?|(?:reach|find|visit|see|meet|ask for) (?:[\\p{L}.'’-]{1,20} ){1,3}at home(?: at| on| in)?|(?:zu|nach) hause(?: bei (?:ihr|ihm|mir|ihnen))?(?: in der| am| im)?|(?:bei|von) (?:ihr|ihm|mir|ihnen) (?:zu ?hause|daheim)|chez (?:elle|lui|moi|eux)(?:,? au)?|à (?:son|mon|leur) domicile(?:,? au)?|en (?:su|mi) casa(?:,? en)?(?: la)?|a casa (?:sua|mia|loro)(?:,? in)?|(?:na|em) (?:sua|minha) casa(?:,? na)?|bij (?:haar|hem|mij|hen) thuis(?:,? aan)?(?: de)?|hemma hos (?:henne|honom|mig)(?: på)?|hjemme hos (?:hende|ham|mig|henne)(?: på)?`;
/** Unmistakable, and as a name with a number. */
const STREET_ONLY = `(?:${NUMBER},? (?:${NAME} ){1,4}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|close|court|ct|way|crescent|gardens|place|square|terrace|grove|hill|boulevard|blvd)|${NUMBER}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse|quai) ${NAME}(?: ${NAME}){0,3}|(?:calle|avenida|plaza|paseo|via|viale|corso|piazza|rua|travessa|ulica|ul\\.) (?:${NAME},? ){1,4}(?:n[º°.] ?)?${NUMBER}|\\p{L}{2,20}[- ]?(?:str(?:aße|asse|\\.)|weg|gasse|platz|allee|ufer|damm|straat|gracht|laan|gatan|vägen|vej|gade|veien|gata) ?${NUMBER})`;
const STREET = `(?:${STREET_ONLY}|(?:${NAME} ){0,2}${NAME} ?${NUMBER}(?=[\\s,.!]|$))`;
/** A person with a title, directly followed by an address. */
const TITLED = '(?:mr|mrs|ms|miss|dr|herr|frau|mme|madame|monsieur|sr|sra|señora?|signora?|sig|mevrouw|meneer|dhr|mevr)\\.?';
const OF_SOMEBODY = new RegExp(
  `(?<![\\p{L}\\p{N}])${TITLED} (?:${NAME} ){0,2}${NAME}(?:, ?${STREET}|(?:,? ?[(:–—]? ?|,? (?:of|at|from|aus der|in der|wohnhaft(?: in der)?|au|demeurant au|du|residente en|che abita in) )${STREET_ONLY})(?!\\p{L})`,
  'giu',
);
const ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:${HOME})[:,]? {0,2}${STREET}|(?:${FOUND_AT})[:,]? {0,2}${STREET_ONLY})(?!\\p{L})`,
  'giu',
);
/**
 * Scripts in which an address has no street before its number: the word for it, closely followed by a number.
 */
const IN_OTHER_SCRIPTS =
  /(?:(?:彼女?|私|彼ら|先生|さん|氏)の(?:自宅|住所|家)は|自宅(?:の住所)?[はがを:：]|住在|家住|(?:他|她|我)的(?:家庭)?(?:住址|地址)[是:：]?|집 ?주소는?|(?:그녀?|그)의 주소는?|يسكن(?:ون)? في|تسكن في|عنوان(?:ه|ها|ي|هم)(?: هو)?|жив[её]т (?:по адресу|на)|(?:его|её|мой|домашний) адрес[:—– ]|мешкає (?:за адресою|на))[^\n.。！？!?]{0,30}?\p{N}+(?:[-–−]\p{N}+){0,3}|(?:住所|所在地)[はが:：][^\n。]{0,40}?\p{N}+(?:[-–−]\p{N}+){0,3}[^\n。]{0,12}(?:さん|氏|様)の(?:お?家|自宅|お?宅)/giu;

/** A person's home, followed by an address with a postal code. */
const AT_HOME =
  /(?<![\p{L}\p{N}])(?:(?:my|his|her|their|mum['’]?s|dad['’]?s|grandma['’]?s) (?:house|home|flat|apartment|place|door)|(?:mein|sein|ihr|unser)e? (?:wohnung|haus|zuhause|adresse)|chez (?:moi|lui|elle|eux)|(?:mon|ma|son|sa|leur) (?:maison|appartement|adresse)|(?:mi|su) (?:casa|piso|dirección)|(?:casa|appartamento) (?:mia|sua)|(?:minha|sua|nossa) (?:casa|morada)|(?:mijn|zijn|haar|hun) (?:huis|adres)|(?:min|hans|hennes|hendes|deres) (?:lägenhet|lejlighed|leilighet|adress|adresse|hus)|(?:moje|jego|jej) (?:mieszkanie|adres))(?!\p{L})/giu;
const LONGEST_ADDRESS = 90;
/** Postal codes as written in an address; codes of only digits are followed by the town. */
const POSTAL_CODES: Partial<Record<CountryCode, string>> = {
  GB: '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}',
  US: '[A-Z]{2} \\d{5}(?:-\\d{4})?',
  IE: '[A-Z]\\d[\\dW] ?[A-Z\\d]{4}',
  AU: '(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT) \\d{4}',
  NL: '\\d{4} ?[A-Z]{2}',
  SE: '\\d{3} \\d{2} \\p{Lu}',
  PL: '\\d{2}-\\d{3} \\p{Lu}',
  PT: '\\d{4}-\\d{3}',
  BR: '\\d{5}-\\d{3}',
  ...Object.fromEntries(['DE', 'FR', 'ES', 'IT', 'MX', 'TR', 'UA'].map((country) => [country, '\\d{5} \\p{Lu}'])),
  ...Object.fromEntries(['AT', 'CH', 'BE', 'DK', 'NO', 'AR'].map((country) => [country, '\\d{4} \\p{Lu}'])),
  JP: '\\d{3}-\\d{4}',
  RU: '\\d{6}',
  IN: '\\d{3} ?\\d{3}',
};

/** Dates of birth and home addresses, only if the text identifies them as such. */
export function findLifeData(text: string, timeZone: string | null): { name: Sentence; span: Span }[] {
  const addresses = [
    ...[ADDRESS, OF_SOMEBODY, IN_OTHER_SCRIPTS].flatMap((shape) => found(text, shape, say`a home address`)),
    ...findPostalAddresses(text, timeZone),
  ];
  const once = addresses.filter(({ span }, index) => !addresses.slice(0, index).some((other) => overlaps(span, other.span)));
  return [...found(text, BIRTH, say`a date of birth`), ...once];
}

/** By the postal codes of the workspace's countries and of the text's language. */
function findPostalAddresses(text: string, timeZone: string | null): { name: Sentence; span: Span }[] {
  const countries = new Set([...(timeZone === null ? [] : countriesOfZone(timeZone)), ...countriesOfLanguage(detectLanguage(text))]);
  const codes = [...countries].flatMap((country) => POSTAL_CODES[country] ?? []);
  if (codes.length === 0) return [];
  const code = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${codes.join('|')})(?![\\p{N}-])`, 'u');
  return matchesOf(text, AT_HOME).flatMap(({ 0: written, index }) => {
    const behind = text.slice(index + written.length, index + written.length + LONGEST_ADDRESS);
    const match = code.exec(behind);
    // A house number comes before the code.
    if (!match || !/\p{N}/u.test(behind.slice(0, match.index))) return [];
    return [{ name: say`a home address`, span: { start: index, end: index + written.length + match.index + match[0].length } }];
  });
}

function found(text: string, shape: RegExp, name: Sentence): { name: Sentence; span: Span }[] {
  return matchesOf(text, shape).map(({ 0: written, index }) => ({ name, span: { start: index, end: index + written.length } }));
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

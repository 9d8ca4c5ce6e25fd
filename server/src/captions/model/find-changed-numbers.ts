import { hasMeaning, readWordForms } from './word-forms.ts';

/** What a number counts: by the unit or sign next to it, or by the words around it. */
interface Role {
  digits: string;
  unit: string | null;
  /** Stems of the words around it. */
  neighbours: ReadonlySet<string>;
  start: number;
  end: number;
}

const NUMBER = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu;
const THREAD_MARK = /\(?\b\d{1,2}\/\d{1,2}\)?\s*$|^\s*\(?\d{1,2}\/\d{1,2}\b\)?/gmu;
const AROUND = 60;
const NEIGHBOURS = 4;
/** The rest of "7–9 pm". */
const RANGE = /^\s?(?:[-–—]|to|bis|à|a|until)\s?\p{Nd}+(?:[.,:]\p{Nd}+)*/u;

const MONTH =
  '(?:jan|feb|f[ée]v|m[aä]r|apr|avr|abr|ma[iyj]|mei|juin|juil|ju[nl]|aug|ago|août|sep|set|o[ck]t|out|nov|de[czs]|gen|mag|giu|lug|ott|dic)\\p{L}{0,8}';
/** By unit: its notation before a number, and after one. */
const UNITS: [string, RegExp | null, RegExp][] = [
  ['£', /(?:£|GBP)\s?$/u, /^\s?(?:£|GBP|pounds?\b|quid\b)/iu],
  ['€', /(?:€|EUR)\s?$/u, /^\s?(?:€|EUR|euros?\b)/iu],
  ['$', /(?:\$|USD)\s?$/u, /^\s?(?:\$|USD|dollars?\b)/iu],
  ['¥', /(?:¥|JPY|CNY)\s?$/u, /^\s?(?:¥|円|元|JPY|CNY|yen\b)/iu],
  ['₹', /(?:₹|Rs\.?)\s?$/u, /^\s?(?:₹|rupees?\b)/iu],
  ['%', null, /^\s?(?:%|٪|percent\b|per cent\b|prozent\b|pour cent\b|por ciento\b|por cento\b|procent\b)/iu],
  ['time', null, /^\s?(?:a\.?m\b|p\.?m\b|uhr\b|o['’]clock|h\d{0,2}\b(?!\p{L}))/iu],
  ['°', null, /^\s?°/u],
  ['km', null, /^\s?(?:km|kilomet\w+)\b/iu],
  ['mi', null, /^\s?(?:mi|miles?)\b/iu],
  ['m', null, /^\s?(?:m|met(?:re|er)s?)\b/iu],
  ['kg', null, /^\s?(?:kg|kilo\w*)\b/iu],
  ['g', null, /^\s?(?:g|grams?|gramm)\b/iu],
  ['l', null, /^\s?(?:l|lit(?:re|er)s?)\b/iu],
  ['min', null, /^\s?(?:min|minut\w*)\b/iu],
  ['hour', null, /^[\s-]?(?:hours?|hrs?|stunden?|heures?|horas?|ore)\b/iu],
  ['day', null, /^[\s-]?(?:days?|tage?n?|jours?|d[ií]as?|dias?|giorni)\b/iu],
  ['week', null, /^[\s-]?(?:weeks?|wochen?|semaines?|semanas?|settimane)\b/iu],
  ['year', null, /^[\s-]?(?:years?|jahren?|ans|años|anos|anni)\b/iu],
  // The last: a sentence may end with a month before a number with a unit.
  ['date', new RegExp(`(?<!\\p{L})${MONTH}\\.?\\s$`, 'iu'), new RegExp(`^(?:st|nd|rd|th|er|\\.)?\\s(?:de |of )?${MONTH}(?!\\p{L})`, 'iu')],
];

/**
 * The numbers of a post that count something different from the source: with another unit, or, within one language,
 * among other words. Numbers that do not occur in the source at all are inventions.
 */
export function findChangedNumbers(
  post: string,
  source: string,
  { language, isTranslated }: { language: string | null; isTranslated: boolean },
): { start: number; end: number }[] {
  const known = Map.groupBy(readRoles(source, language), ({ digits }) => digits);
  const own = post.replace(THREAD_MARK, (mark) => ' '.repeat(mark.length));
  return readRoles(own, language)
    .filter((role) => {
      const others = known.get(role.digits) ?? [];
      return !others.some((other) => isSame(role, other, isTranslated));
    })
    .map(({ start, end }) => ({ start, end }));
}

function isSame(role: Role, other: Role, isTranslated: boolean): boolean {
  if (role.unit !== null && other.unit !== null) return role.unit === other.unit;
  if (role.unit !== null && other.unit === null)
    return role.unit === 'date' || role.unit === 'time' ? hasShared(role, other) : isTranslated;
  return isTranslated || hasShared(role, other) || (role.neighbours.size === 0 && other.unit === null);
}

const hasShared = (role: Role, other: Role): boolean => [...role.neighbours].some((stem) => other.neighbours.has(stem));

function readRoles(text: string, language: string | null): Role[] {
  return [...text.matchAll(NUMBER)].map(({ 0: digits, index: start }) => {
    const end = start + digits.length;
    const before = text.slice(Math.max(0, start - AROUND), start);
    const after = text.slice(end, end + AROUND);
    const behind = after.replace(RANGE, '');
    const unit = UNITS.find(([, lead, trail]) => lead?.test(before) === true || trail.test(after) || trail.test(behind));
    const isClock = /^\p{Nd}{1,2}:\p{Nd}{2}$/u.test(digits);
    return { digits, unit: unit?.[0] ?? (isClock ? 'time' : null), neighbours: neighboursOf(before, after, language), start, end };
  });
}

function neighboursOf(before: string, after: string, language: string | null): Set<string> {
  const meaning = (text: string) => readWordForms(text).filter((word) => hasMeaning(word, language));
  // A word cut off at the end of the window does not count.
  const near = [
    ...meaning(before.replace(/^\S*\s/, '')).slice(-NEIGHBOURS),
    ...meaning(after.replace(/\s\S*$/, (cut) => (after.length < AROUND ? cut : ''))).slice(0, NEIGHBOURS),
  ];
  return new Set(near.map(({ stem }) => stem));
}

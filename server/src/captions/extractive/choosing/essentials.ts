const MONTH = '(?:jan|feb|fev|fév|mar|mär|apr|avr|abr|may|mai|jun|juin|jul|juil|aug|août|sep|oct|okt|nov|dec|dez|déc)\\p{L}*';
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag';

const RISK =
  /\b(?:warning|recall(?:ed)?|dangerous|danger|do not (?:use|eat|drink|touch|enter|open)|allerg\w+|may contain|hazard\w*|evacuat\w+|emergency|unsafe|rückruf|warnung|gefahr|rappel|peligro|advertencia)\b/iu;
const APOLOGY = /\b(?:sorry|apologi[sz]e|apology|apologies|our mistake|entschuldig\p{L}+|tut uns leid|désolée?s?|disculpas|lo sentimos)/iu;
const CONDITION =
  /\b(?:only (?:if|with|for|on|until|while)|unless|except|not (?:valid|available|included|allowed)|no refunds?|terms apply|nur (?:mit|für|bei|bis|solange)|außer|sauf|excepto)\b/iu;
const DATE = new RegExp(
  `\\b\\d{1,2}\\.? ?${MONTH}\\b|\\b${MONTH}\\.? \\d{1,2}\\b|\\b\\d{4}-\\d\\d-\\d\\d\\b|\\b\\d{1,2}\\.\\d{1,2}\\.(?:\\d{2,4}\\b)?`,
  'iu',
);
const DEADLINE = new RegExp(
  `\\bdeadline|\\b(?:until|by|before|bis|jusqu['’]au|avant|hasta|antes del?) (?:the end|(?:${DAY})\\b|\\p{Nd})|\\bfrist\\b|\\banmeldeschluss`,
  'iu',
);
const PRICE = /[€$£¥]\s?\p{Nd}|\p{Nd}\s?(?:€|£|eur\b|euros?\b|usd\b|dollars?\b|kr\b|kroner\b|dkk\b|chf\b)/iu;
const CONTACT =
  /[\p{L}\p{N}._-]@[\p{L}\p{N}-]{1,63}\.\p{L}|https?:\/\/|\bwww\.|\+\p{Nd}{2}[\p{Nd} ()-]{6,}|\btel(?:efon)?\b\.?:? ?\p{Nd}/iu;

/** What has said nothing of the kind by then is taken for running text. */
const MOST_READ = 5000;

/** Whether a reader who is not told this is told wrong: a risk, a date, a price, an apology, a contact, a condition. */
export function isEssential(text: string): boolean {
  const read = text.slice(0, MOST_READ);
  return [RISK, APOLOGY, CONDITION, DATE, DEADLINE, PRICE, CONTACT].some((shape) => shape.test(read));
}

import { hasMeaning, readSentences, type Word } from './word-forms.ts';

/** By language: the words that turn a statement into its opposite. */
const NEGATIONS: Record<string, string> = {
  en: 'not no never none without cannot neither nor nobody nothing non',
  de: 'nicht kein keine keinen keiner keinem keines nie niemals ohne niemand nichts weder',
  fr: 'pas jamais sans aucun aucune rien ni',
  es: 'no nunca sin ningún ninguna ninguno jamás nadie nada tampoco ni',
  pt: 'não nunca sem nenhum nenhuma jamais ninguém nada nem',
  it: 'non mai senza nessun nessuna nessuno niente né',
  nl: 'niet geen nooit zonder niemand niets',
  sv: 'inte ej aldrig utan ingen inga inget',
  da: 'ikke aldrig uden ingen intet',
  nb: 'ikke aldri uten ingen ingenting',
  pl: 'nie nigdy bez żaden żadna żadne',
  ru: 'не нет никогда без ни нельзя',
  uk: 'не немає ніколи без ні',
  tr: 'değil yok asla',
  ar: 'لا ليس ليست لم لن غير بدون دون',
  he: 'לא אין בלי',
  zh: '不 没 没有 無 无 未 不是',
  ja: 'ない ません なく',
};
const SETS = new Map(Object.entries(NEGATIONS).map(([language, list]) => [language, new Set(list.split(' '))]));
/** They negate without a negation word, so a paraphrase may use them. */
const OPPOSITES =
  /\b(?:closed|cancel\w+|free of|sold out|except|excluding|un\w{4,}|geschlossen|abgesagt|außer|fermée?s?|annulée?s?|sauf|cerrad[oa]s?|cancelad[oa]s?|salvo|fechad[oa]s?|exceto|chius[oaie]|gesloten)\b/iu;
/** They contain a negation word without negating. */
const IDIOMS =
  /\b(?:not only|not just|not to mention|no matter|no doubt|why not|no problem|(?:don['’]t|do not|never) (?:miss|forget|wait|worry|hesitate)|nicht (?:nur|verpassen|vergessen)|pas seulement|ne manquez pas|n['’]oubliez pas|no (?:sólo|solo|te pierdas|olvides|se pierda)|não (?:só|apenas|perca|esqueça)|non (?:solo|perdere|perdete))\b/giu;
const CLAUSE = /[^,;:.!?…–—()\n،؛؟。、，！？]+/gu;
/** The reach of a negation, in words. */
const REACH = 6;
const REACH_BACK = 3;

/** They modify a negation, and are not what it negates. */
const FILLERS =
  /^(?:longer|yet|more|any|really|very|mehr|noch|sehr|plus|encore|très|más|aún|todavía|muy|mais|ainda|più|ancora|meer|längre|längere)$/;

interface Use {
  word: Word;
  isNegated: boolean;
  isExcused: boolean;
}

/** The words that one text negates and the other never does. Both texts are in this language. */
export function findChangedNegations(post: string, source: string, language: string | null): { start: number; end: number }[] {
  const before = Map.groupBy(readUses(source, language), ({ word }) => word.stem);
  const changed: Use[] = [];
  for (const clause of clausesOf(post, language)) {
    const use = clause.find(({ word, isNegated, isExcused }) => {
      const known = before.get(word.stem);
      if (!known || (isExcused && !isNegated)) return false;
      return isNegated ? known.every((other) => !other.isNegated && !other.isExcused) : known.every((other) => other.isNegated);
    });
    if (use) changed.push(use);
  }
  return changed.map(({ word: { start, end } }) => ({ start, end }));
}

/** The negated words: the first one with a meaning. The rest of a clause often only says where or when. */
function negatedIn(reached: readonly Word[]): Word[] {
  const [first] = reached.filter(({ word }) => !FILLERS.test(word));
  return first ? [first] : [];
}

const readUses = (text: string, language: string | null): Use[] => clausesOf(text, language).flat();

/** The words with a meaning, by clause, and whether each is negated. */
function clausesOf(text: string, language: string | null): Use[][] {
  const plain = text.replace(IDIOMS, (idiom) => ' '.repeat(idiom.length));
  const negations = SETS.get(language?.slice(0, 2) ?? 'en') ?? SETS.get('en');
  const isNegation = ({ word }: Word) => negations?.has(word) === true || /n't$/.test(word);
  return readSentences(plain).flatMap((sentence) =>
    [...sentence.text.matchAll(CLAUSE)].map(({ 0: clause, index }) => {
      const from = sentence.start + index;
      const words = sentence.words.filter(({ start }) => start >= from && start < from + clause.length);
      const isExcused = OPPOSITES.test(clause);
      const negated = new Set<Word>();
      for (const [place, word] of words.entries()) {
        if (!isNegation(word)) continue;
        // Germanic verbs come before the negation that ends their clause.
        const reached =
          place === words.length - 1 ? words.slice(Math.max(0, place - REACH_BACK), place) : words.slice(place + 1, place + 1 + REACH);
        for (const each of negatedIn(reached.filter((other) => hasMeaning(other, language)))) negated.add(each);
      }
      return words
        .filter((word) => !isNegation(word) && hasMeaning(word, language))
        .map((word) => ({ word, isNegated: negated.has(word), isExcused }));
    }),
  );
}

/**
 * Words that negate or quantify: where these differ between posts there is never a slot. In the six languages of the
 * console, lower case, in all common forms.
 */
const NEGATIONS = `
  no not never none nothing neither nor without cannot hardly barely nobody nowhere unless except stop stopped
  nicht nie niemals nichts ohne weder nirgends niemand kaum außer ausser
  ne pas jamais rien sans ni aucun aucune aucuns aucunes personne guère sauf plus
  nunca nada sin tampoco jamás nadie ningún ninguna ninguno excepto salvo
  não nem sem jamais ninguém nenhum nenhuma nenhuns nenhumas exceto
  لا لم لن ليس ليست ليسوا لست بدون دون غير أبدا أبدًا مطلقا مطلقًا عدا سوى إلا`;

const QUANTITIES = `
  all every each both half double twice triple single only any some many much more most few fewer less least several always often
  sometimes rarely seldom entire whole zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
  sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety dozen dozens hundred hundreds thousand
  thousands million millions billion billions maximum minimum unlimited limited first last once
  alle alles aller allen jede jeder jedes jeden jedem beide beiden halb halbe halber halbes doppelt doppelte einmal zweimal dreimal nur
  einige etliche viel viele vielen mehr meist meiste meisten wenig wenige weniger mindestens höchstens immer oft manchmal selten ganz
  ganze null ein eine einen einem einer eines eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig
  fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen milliarde milliarden dutzend unbegrenzt begrenzt
  tous tout toute toutes chaque deux moitié demi demie double triple seul seule seulement quelques plusieurs beaucoup moins peu toujours
  souvent parfois rarement entier entière zéro un une trois quatre cinq six sept huit neuf dix onze douze vingt trente quarante
  cinquante soixante cent cents mille million millions milliard milliards douzaine illimité illimitée limité limitée
  todo toda todos todas cada ambos ambas medio media mitad doble solo sólo solamente algunos algunas varios varias muchos muchas mucho
  más menos pocos pocas poco siempre frecuentemente veces raramente entero entera cero uno una dos tres cuatro cinco seis siete ocho
  nueve diez once doce veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millón millones docena
  ilimitado ilimitada limitado limitada
  tudo ambas metade meia meio dobro só apenas alguns algumas vários várias muitos muitas muito mais poucos poucas pouco sempre
  frequentemente raramente inteiro inteira um uma dois duas três quatro cinco seis sete oito nove dez onze doze vinte trinta quarenta
  cinquenta sessenta setenta oitenta noventa cem cento milhão milhões dúzia
  كل جميع كلا كلتا نصف ضعف فقط بعض عدة كثير كثيرا كثيرًا أكثر معظم قليل قليلا قليلًا أقل دائما دائمًا غالبا غالبًا أحيانا أحيانًا نادرا
  صفر واحد واحدة اثنان اثنين ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة عشر عشرون عشرين ثلاثون أربعون خمسون مئة مائة ألف مليون مليار`;

const MONEY = `
  free paid pay pays price priced prices cost costs fee fees cheap cheaper discount discounts refund refunds refundable charge charged
  percent euro euros dollar dollars cent cents pound pounds pence penny yen franc francs real reais peso pesos usd eur gbp chf brl
  credit credits buck bucks sale
  gratis kostenlos umsonst kostenfrei bezahlt bezahlen zahlt zahlen preis preise kosten kostet gebühr gebühren billig billiger rabatt
  rabatte erstattung prozent franken pfund
  gratuit gratuite gratuits gratuites payant payante payer prix coût coûts coûte frais remise remises remboursement pourcent livre livres
  pago pagado pagar precio precios coste costo costos cuesta cuestan tarifa tarifas descuento descuentos reembolso
  grátis gratuito gratuita gratuitos gratuitas preço preços custo custos custa custam taxa taxas desconto descontos libra libras
  مجانا مجانًا مجاني مجانية مدفوع مدفوعة سعر أسعار السعر تكلفة رسوم خصم خصومات استرداد بالمئة يورو دولار سنت جنيه ريال درهم دينار فرنك`;

const FIXED = new Set(`${NEGATIONS} ${QUANTITIES} ${MONEY}`.trim().split(/\s+/));
/** Every ending of "kein", "n’t" and "n’". */
const FIXED_FORM = /^kein|n['’]t$|^n['’]/;

/** Whether a word, or a part of a compound, negates or quantifies, so it must not vary. */
export function isFixedWord(word: string): boolean {
  const written = word.normalize('NFKC').toLowerCase();
  return FIXED_FORM.test(written) || [written, ...written.split(/['’-]/)].some((part) => FIXED.has(part));
}

const DATE_FORMS = ['y-m-d', 'd.m.y', 'd/m/y', 'm/d/y'] as const;
type DateForm = (typeof DATE_FORMS)[number];

/** A part of the text that may vary: within the kind that the signed examples had there. */
export type Slot =
  | { kind: 'date'; form: DateForm }
  | { kind: 'time' }
  /** `mark`: the decimal separator; null without decimals. */
  | { kind: 'number'; min: number; max: number; mark: '.' | ',' | null; decimals: number }
  /** Weekdays, months, or the seen words: `TargetTemplate.seen` lists their permitted combinations. */
  | { kind: 'word'; words: string[] };

/** The slot of these different examples, all of one kind; null if they must not vary. */
export function slotFrom(examples: readonly Token[]): Slot | null {
  const [first] = examples;
  if (!first || examples.some(({ kind }) => kind !== first.kind)) return null;
  const texts = [...new Set(examples.map(({ text }) => text))];
  switch (first.kind) {
    case 'date': {
      const form = DATE_FORMS.find((each) => texts.every((text) => isDate(text, each)));
      return form ? { kind: 'date', form } : null;
    }
    case 'time':
      return texts.every(isTime) ? { kind: 'time' } : null;
    case 'number':
      return numberSlot(texts);
    case 'word':
      return !isClosedList({ words: texts }) && texts.some(isFixedWord) ? null : { kind: 'word', words: withWholeCategory(texts).sort() };
    case 'other':
      return null;
  }
}

export function fits(slot: Slot, { kind, text }: Token): boolean {
  if (kind !== slot.kind) return false;
  switch (slot.kind) {
    case 'date':
      return isDate(text, slot.form);
    case 'time':
      return isTime(text);
    case 'number': {
      const read = readNumber(text);
      return (
        read !== null && read.mark === slot.mark && read.decimals === slot.decimals && read.value >= slot.min && read.value <= slot.max
      );
    }
    case 'word':
      return slot.words.includes(text);
  }
}

function numberSlot(texts: readonly string[]): Slot | null {
  const read = texts.map(readNumber);
  const [first] = read;
  const values = read.flatMap((each) => each?.value ?? []);
  if (!first || read.some((each) => each?.mark !== first.mark || each.decimals !== first.decimals)) return null;
  return { kind: 'number', min: Math.min(...values), max: Math.max(...values), mark: first.mark, decimals: first.decimals };
}

/** Null for unusual numbers: with leading zeros, or longer than a readable number. */
function readNumber(text: string): { value: number; mark: '.' | ',' | null; decimals: number } | null {
  const parts = /^(0|[1-9]\d{0,8})(?:([.,])(\d{1,3}))?$/.exec(text);
  if (!parts) return null;
  const [, whole = '', mark = null, decimals = ''] = parts;
  return { value: Number(`${whole}.${decimals || '0'}`), mark: mark as '.' | ',' | null, decimals: decimals.length };
}

function isTime(text: string): boolean {
  return /^([01]?\d|2[0-3]):[0-5]\d$/.test(text);
}

function isDate(text: string, form: DateForm): boolean {
  const mark = form[1] ?? '';
  const parts = text.split(mark);
  const part = (name: string): number => Number(parts[form.split(mark).indexOf(name)] ?? Number.NaN);
  if (parts.length !== 3) return false;
  const [year, month, day] = [part('y'), part('m'), part('d')];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'];
/** The days of a week and the months of a year, as each language writes them: long and short. */
const LIKES: string[][] = LANGUAGES.flatMap((language) =>
  (['long', 'short'] as const).flatMap((length) => {
    const day = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' });
    const month = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
    return [
      Array.from({ length: 7 }, (_, index) => day.format(Date.UTC(2024, 0, 1 + index))),
      Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 15))),
    ];
  }),
);

/** Whether each word of the slot fits independently of the others: only weekdays and months do. */
export function isClosedList({ words }: { words: readonly string[] }): boolean {
  return likesOf(words) !== undefined;
}

const likesOf = (words: readonly string[]) => LIKES.find((names) => words.every((word) => names.includes(word)));

/** If all examples are weekdays, or months, any of them is accepted there: no template means "Friday" but not "Monday". */
function withWholeCategory(words: readonly string[]): string[] {
  const likes = likesOf(words);
  return likes ? [...new Set(likes)] : [...words];
}

/** The words of a slot for readers: weekdays and months as in the calendar, others as stored. */
export function wordsInOrder({ words }: { words: readonly string[] }): string[] {
  return likesOf(words) ? withWholeCategory(words).filter((word) => words.includes(word)) : [...words];
}

/** The kind of a piece of text. Only dates, times, numbers and words may vary; everything else is fixed as signed. */
type TokenKind = 'date' | 'time' | 'number' | 'word' | 'other';

export interface Token {
  kind: TokenKind;
  text: string;
}

/** A label of a host name, and the separators. */
const LABEL = String.raw`[\p{L}\p{M}\p{N}_-]+`;
const DOT = '[.。．｡]';
/** Hosts are searched only at the beginning of a label, so a long text is read once. */
const FROM_LABEL = String.raw`(?<![\p{L}\p{M}\p{N}_-])${LABEL}`;
/** What makes a host of a first label: after a dot not only a number. */
const REST_OF_HOST = String.raw`(?:${DOT}${LABEL})*?${DOT}(?=[\p{M}\p{N}_-]*\p{L})${LABEL}`;
const PATH = String.raw`(?:[/?#:]\S*)?`;
/** No part of a host name is a slot. Labels have at most 63 characters. */
const NO_HOST = String.raw`(?![\p{L}\p{M}\p{N}_-]{0,63}${REST_OF_HOST})`;

/**
 * In this order: links are matched first as one piece, so no part of an address is taken for a variable word
 * or number.
 */
const TOKENS = new RegExp(
  [
    // Everything around a URL or a mail address up to the next space; an account name, a tag.
    String.raw`(?<other>(?<!\S)(?=\S*(?::\/\/|[^\s@]@[^\s@]+\.))\S+|[@#＠＃][\p{L}\p{M}\p{N}_@.-]+)`,
    // A host, including one that begins with a number or a date.
    `(?<host>${FROM_LABEL}${REST_OF_HOST}(?:${DOT}${LABEL})*${PATH})`,
    String.raw`(?<date>(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\/\d{1,2}\/\d{4})(?![\p{L}\p{N}])${NO_HOST})`,
    String.raw`(?<time>\d{1,2}:\d{2}(?![\p{L}\p{N}:])${NO_HOST})`,
    String.raw`(?<number>\d+(?:[.,]\d+)?(?![\p{L}\p{N}]|[.,]\d)${NO_HOST})`,
    // An address of numbers.
    `(?<numbers>${FROM_LABEL}(?:${DOT}${LABEL})+${PATH})`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*(?!\p{N}))`,
    String.raw`(?<rest>[\p{L}\p{M}\p{N}]+|\s+|[^])`,
  ].join('|'),
  'gu',
);

/** The tokens of a text; joined, they are the text again. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map(({ 0: stretch, groups }) => ({ kind: kindOf(groups ?? {}), text: stretch }));
}

function kindOf(groups: Record<string, string | undefined>): TokenKind {
  const kinds = ['date', 'time', 'number', 'word'] as const;
  return kinds.find((kind) => groups[kind] !== undefined) ?? 'other';
}

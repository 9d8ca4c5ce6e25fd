import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Pause } from '../../long-work/yield-to-event-loop.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findInOneSentence, findShapes, type Shape } from './find-shapes.ts';
import {
  BRACKET_NOTES,
  BRACKETED_FIELD,
  EDITOR_NOTES,
  EMPTY_VALUES,
  FIELD_IN_CAPITALS,
  GAME,
  HANDED_OVER,
  NOT_READY,
} from './leftover-words.ts';

const TEMPLATE = say`A template placeholder was left open here. Fill it in or remove it.`;
const MACHINE = say`This is text of an AI assistant about itself or to its user. Remove it.`;
const MARK = say`This marker says that the text is not public, or not yet. Remove it if the post may be published.`;
const NOTE = say`This looks like a note to the editor. Remove it.`;

/** Every repetition is bounded, for linear time. */
const SHAPES: Shape[] = [
  ...shapes(TEMPLATE, 'block', [
    /\{\{[^{}\n]{0,80}\}\}|\{%[^{}\n%]{1,80}%\}|<%=?[^<>\n%]{1,80}%>/g,
    /\*\|[A-Z][A-Z0-9_:]{1,40}\|\*|%%[A-Za-z][\w ]{1,40}%%|(?<![\w%])%[A-Z][A-Z_]{3,30}%(?!\w)|\$\{[A-Za-z][\w.]{0,40}\}/g,
    /(?<![\w{$%])\{(?:first|last|full|user|customer|company|product|event|city)[_ ]?(?:name|title)?\}/gi,
    /\[\[?(?:insert|your|enter|add|hier|ihr|votre|insérer|tu|su|inserire|vul|first|last|company|customer|firmen|product|event|client)[ _-]?[^[\]\n]{0,50}\]\]?(?!\()/gi,
    /\[(?:name|link|url|date|datum|date here|vorname|nachname|kundenname|prénom|nom|nombre|nome|titel|titre|título|titolo|title|price|preis|prix|city|ort|cta|hashtags?|emoji|image|bild|placeholder|platzhalter)\](?!\()/gi,
    /\[(?:pendiente|pending|por definir|por confirmar|a definir|da definire|da completare|à compléter|à définir|offen|folgt|wird ergänzt|nachtragen|volgt|in te vullen)\](?!\()/giu,
    /<(?!(?:TABLE|BODY|HEAD|HTML|SPAN|SCRIPT|STYLE|IMG|DIV|PRE|CODE|BR|HR|LI|UL|OL|TD|TR|TH)>)[A-Z][A-Z0-9_ -]{2,30}>/g,
    /(?<![\w$])\$(?:NAME|DATE|TIME|PRICE|CITY|LINK|URL|COMPANY|PRODUCT|EVENT|[A-Z]{2,20}_[A-Z_]{2,20})(?![\w])/g,
    /<(?:insert|your|name|link|url|date|first_?name|company)[ _-]?[a-z _-]{0,40}>/gi,
    /(?<!["“„«»'‘’”(])\blorem ipsum\b(?! (?:comes|is|was|means|text|stammt|ist|heißt|vient|est|viene|es|significa|vem|è|komt|betekent|pochodzi))(?!["”“»«'’‘)])|\blorem ipsum dolor\b/gi,
    BRACKETED_FIELD,
    FIELD_IN_CAPITALS,
    ...EMPTY_VALUES,
    /(?<![\p{L}\p{N}])(?:undefined|\[object Object\]|NaN)(?= (?:and|und|off|%|€|euro|items?)|[!,]|$)|\[object Object\]/gu,
  ]),
  ...shapes(MACHINE, 'block', [
    /\bas an? (?:(?:ai|artificial intelligence|large)(?: (?:language )?(?:model|assistant|chatbot))|language model)\b/gi,
    /\b(?:i'm|i am|i’m) (?:just )?an ai(?: language model| assistant| and)\b|\bmy (?:knowledge|training) (?:cut-?off|data)\b/gi,
    /\b(?:i'm|i’m|i am) (?:sorry|afraid)[,.]? (?:but )?i (?:can't|can’t|cannot|am unable to|'m unable to) (?:assist|help|write|create|generate|provide|comply|fulfil|continue|produce|discuss|do that|make)\b|\bi (?:can't|can’t|cannot) (?:assist|help) with (?:that|this)\b/gi,
    /(?:^|\n)\W{0,4}(?:sure|certainly|of course|absolutely|great)[!,.:]{1,2} (?:here(?:'s|’s| is| are) (?:an?|the|your|some|my|two|three|four|five|\d)|i(?:'ve|’ve| have) (?:written|drafted|rewritten|made|created|shortened))\b[^\n]{0,90}/gi,
    /(?:^|\n)\W{0,4}here(?:'s|’s| is| are) (?:a|an|the|your|some|\d|two|three|four|five|several) (?:\w+ ){0,4}(?:draft|version|captions?|posts?|tweets?|rewrite|options?)(?: (?:for|about|of|based|you|that|with)\b[^\n]{0,60})?:/gi,
    /(?:^|\n)\W{0,4}(?:¡?(?:natürlich|gerne|bien sûr|claro(?: que sí)?|por supuesto|certo|natuurlijk|com certeza|oczywiście)[!,.:]{1,2} )?(?:hier (?:ist|sind|is|zijn)|voici|voilà|aquí (?:tienes?|te dejo|está|están)|aqui (?:está|estão|vai)|ecco) (?:\p{L}{1,20} ){1,3}(?:[\p{L}-]{0,16}(?:post|beitrag|entwurf|version|fassung|vorschlag|vorschläge|publication|légende|propositions?|opciones|opções|opzioni|options|optionen|ideas|ideen|brouillon|versión|publicación|borrador|propuestas?|versão|publicação|legenda|versione|bozza|didascalia|versie|bericht|bijschrift))(?!\p{L})[^\n.!?]{0,60}:/giu,
    /\b(?:i hope (?:this|that|it) (?:helps|works|is what you (?:wanted|need(?:ed)?|had in mind))[^.!?\n]{0,30}[!.,]? (?:let me know|feel free|please let me)|would you like me to|let me know if you(?:'d|’d| would)? (?:like|want|need|prefer) (?:me to|any (?:changes|edits|other)|another|a different|(?:it|this|them|these) (?:to be )?(?:shorter|longer|adjusted|changed|tweaked|rewritten|more|less))|feel free to (?:adjust|tweak|edit|customi[sz]e) (?:this|it|the))\b/gi,
    /(?<!\p{L})(?:soll ich (?:noch |auch )?(?:eine|einen|ein|den|die|das|zwei|weitere)? ?(?:\p{L}{2,14} )?(?:fassung|version|variante|beitrag|text|hashtags?|vorschläge)|möchten sie,? dass ich|souhaitez-vous que je|voulez-vous que je|¿quiere(?:s|n)? que (?:la|lo|te|le)? ?(?:añada|acorte|escriba|haga)|vuoi che (?:aggiunga|accorci|scriva)|quer que eu|wil je dat ik)(?!\p{L})/giu,
    /\bals (?:ki-sprachmodell|sprachmodell|künstliche intelligenz|ki-assistent|ai-taalmodel)\b|\ben tant que modèle de langage\b|\bcomo (?:un )?modelo de (?:lenguaje|linguagem)\b/giu,
    /\bin (?:qualità di|quanto) modello linguistico\b|\bcomo (?:uma )?(?:ia|inteligencia artificial|inteligência artificial), n\S{1,3} p\S{4,6}\b|\bsom en ai-språkmodell\b/giu,
    /(?:^|\n)\W{0,4}(?:caption|post|tweet|headline|copy|beitrag|légende|publicación|legenda) (?:option|version|variant|draft|idea|entwurf|variante|vorschlag|opción|versión|opção|proposition)s? ?#?\d{0,2}\W{0,3}:/giu,
    /(?<!\p{L})(?:(?:word|character) count|wortzahl|zeichenzahl|wörter|nombre de mots|número de palabras|conteggio parole): ?\d+|(?:^|\n|[.;] )(?:tone|tonalität|tonalité|tono|tom): (?:friendly|professional|casual|warm|playful|formal|informal|freundlich|professionell|locker|amical|professionnel|cercano|profesional|amichevole|professionale|amigável)/giu,
    /作为(?:一个|一名)?(?:人工智能|AI)(?:语言)?(?:模型|助手)|AI(?:言語モデル|アシスタント)として|как (?:языковая модель|искусственный интеллект)/giu,
    /:?contentReference\[oaicite[^\]\n]{0,20}\]|【\d{1,3}(?:†|:)[^】\n]{0,40}】|\bturn\d{1,3}(?:search|view|news|image)\d{1,3}\b|\butm_source=chatgpt\.com\b/g,
  ]),
  ...shapes(MACHINE, 'block', HANDED_OVER),
  ...shapes(MARK, 'block', [
    ...NOT_READY,
    /(?<![\p{L}\p{N}])(?:EMBARGOED|UNDER EMBARGO|EMBARGO(?= (?:UNTIL|bis|till|until|tot|hasta|fino|jusqu))|SPERRFRIST|SOUS EMBARGO|EMBARGADO|SOTTO EMBARGO|ONDER EMBARGO)(?![\p{L}\p{N}])/gu,
    /\b(?:embargoed (?:until|till|for release)|under embargo until|sperrfrist:|gesperrt bis|sous embargo jusqu)/gi,
    /\b(?:(?:for )?internal use only|internal only|not for (?:publication|release|distribution|external use)|do not (?:publish|distribute|share externally|circulate)|strictly confidential|company confidential)\b/gi,
    /(?:^|\n|\[|\()[\W_]{0,6}(?:INTERNAL|CONFIDENTIAL|DRAFT|INTERN|VERTRAULICH|ENTWURF|STRENG VERTRAULICH|CONFIDENTIEL|BROUILLON|CONFIDENCIAL|BORRADOR|RISERVATO|BOZZA|VERTROUWELIJK|CONCEPT|FORTROLIGT|KONFIDENTIELLT|POUFNE|RASCUNHO|KONFIDENTIELL)(?=\s?[\])*:|–—-]|\s*(?:\n|$))/gu,
    /\b(?:nur (?:für den internen gebrauch|intern)|nicht zur veröffentlichung|ne pas (?:publier|diffuser)|usage interne|no publicar|uso interno|solo per uso interno|non pubblicare|niet voor publicatie|não publicar|ej för publicering)\b/giu,
    /社外秘|部外秘|公開禁止|内部资料|请勿外传|대외비/gu,
  ]),
  ...shapes(NOTE, 'warn', [
    ...BRACKET_NOTES,
    /(?<![\p{L}\p{N}#])(?:TODO|FIXME|TBC|TBD|XXX)(?=\s?[:(\])]|\s+(?:add|ask|check|confirm|find|fix|insert|link|replace|update|write|price|date|time|venue)\b)/gu,
    /(?<![\p{L}\p{N}#])FIXME(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])placeholder (?:text|copy|image|caption|for (?:the|our))(?!\p{L})|(?<!\p{L})(?:platzhaltertext|texte (?:provisoire|à compléter)|texto provisional|testo segnaposto)(?!\p{L})/giu,
    /\((?:insert|add|attach|include|use|bild|foto|hier) (?:\p{L}{1,12} ){0,3}(?:photos?|images?|pictures?|link|logo|video|quote|price|date|einfügen|ergänzen)[^()\n]{0,40}\)/giu,
    /(?<!\p{L})(?:please (?:insert|attach|double-check|fill in|replace) (?:the |an? |your )?(?:\p{L}{1,12} )?(?:photo|image|picture|link|logo|price|date|quote|name)|bitte (?:noch )?(?:das |den |die |ein )?(?:bild|foto|link|preis|logo|datum|quelle|zitat)[^.!?\n]{0,20} (?:einfügen|ergänzen|prüfen|nachtragen|ersetzen)|(?:merci d[’']|veuillez )(?:insérer|ajouter|vérifier) (?:la |le |l[’']|une? )?(?:photo|image|lien|prix|date)|(?:insertar|añadir|poner) (?:la |el )?(?:foto|imagen|enlace|precio) aquí|inserire (?:la |il )?(?:foto|immagine|link|prezzo))(?!\p{L})/giu,
    /[[(](?:TODO|FIXME|TBC|TBD|XXX|TK|tk|tbc|tbd|todo)[\])]/g,
    /(?<![\p{L}\p{N}])(?:[€$£] ?X{2,6}|X{2,6}(?:[.,]X{2})? ?(?:€|EUR|euros?|%|Uhr|o'clock)|XX[./]XX(?:[./]XX(?:XX)?)?|xx:xx|__{2,20})(?![\p{L}\p{N}_])/gu,
    /\b(?:final_?v\d|copy goes here|text goes here|your text here|blah blah blah|asdf(?:gh|asdf))\b|\(\?\?\?\)|\?\?\?\?/gi,
  ]),
];

const CODE = /```[^`]{0,20000}```|`[^`\n]{1,400}`/g;

/** Leftovers of drafting: unfilled templates, a chatbot's phrases, confidentiality marks, notes. Not within code. */
export async function findLeftovers(text: string, pause: Pause): Promise<TextFinding[]> {
  const read = withoutCode(text);
  const found = await findShapes(read, 'leftover', SHAPES, pause);
  const notes = findInOneSentence(read, EDITOR_NOTES.together, EDITOR_NOTES.unless);
  const all = [...found, ...notes.map((span): TextFinding => ({ check: 'leftover', severity: 'warn', ...toStoredMessage(NOTE), span }))];
  return GAME.test(text) ? all.filter(({ span }) => span === null || !BLANK.test(read.slice(span.start, span.end))) : all;
}

/** Only a line to write on. */
const BLANK = /^[_…. ]+$/;

/** Blanks out code at the same length, so spans stay correct: templates are normal there. */
function withoutCode(text: string): string {
  return text.includes('`') ? text.replace(CODE, (code) => '`'.repeat(code.length)) : text;
}

function shapes(message: Sentence, severity: Shape['severity'], list: readonly RegExp[]): Shape[] {
  return list.map((shape) => ({ shape, message, severity }));
}

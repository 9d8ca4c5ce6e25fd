import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { detectLanguage } from '../../platforms/language/detect-language.ts';
import { matchesOf } from '../../platforms/text/graphemes.ts';
import type { TextFinding } from '../safety-finding.ts';

/**
 * Words that most readers find offensive, by language: prefixes that no harmless word of any language has
 * ("*" for any ending), or whole words. Words after "?" are harmless in other languages, such as "slut"
 * (Swedish: the end), and count only in a text clearly in their language. Slurs are included. Maintained by
 * hand: available packages list "hård", "Rosette" and "cola".
 */
const OFFENSIVE: Record<string, string> = {
  en: `fuck* motherfuck* shit shits shitty shithead* shithole* bullshit* cunt* asshole* arsehole* dickhead* wank wanker* wanking twat twats
    bollocks bitch bitches bitchy whore whores nigger* nigga niggas faggot* kike kikes wetback* tranny trannies paki pakis gook gooks chink
    chinks coon coons raghead* retard retards retarded cocksucker* blowjob* jizz cumshot* milf dumbass* jackass* badass* pissed
    ?dick ?dicks ?cock ?cocks ?tits ?titties ?slut ?sluts ?slutty ?fag ?fags ?pussy ?pussies ?prick ?pricks ?bastard ?bastards ?piss ?spic ?spics ?cum ?crap ?arse ?ass`,
  de: `arschloch* arschlöch* arschgeige* arschficker* fick ficken fickt gefickt ficker verfickt* fotze* hurensohn* hurensöhn* hure huren scheiße* scheisse* scheiß*
    beschissen* wichser* wixer* schwuchtel* missgeburt* nutte nutten schlampe schlampen kanake kanaken neger negern spast spasti spasten mongo
    hackfresse* drecksau* kackbratze* vollidiot* verpiss* bumsen zigeunerpack ?arsch ?kacke ?pisse ?titten ?möse ?schwanzlutscher ?luder ?bimbo`,
  fr: `putain putains pute putes salope* salaud* connard* connasse* enculé* enculer encule enfoiré* merde merdes merdique* emmerde* nique niquer
    niqué bougnoul* négro* youpin* pédé pédés tapette bordel branleur* branlette couille couilles foutre chier chiant* trouduc gouine
    ?con ?conne ?cons ?bite ?chatte ?cul ?pd ?nègre ?bicot`,
  es: `joda jodas jodan jodes mierda mierdas puta putas puto putos putada* hijoputa* hijueputa* gilipollas gilipuertas cabrón cabrones cabrona joder jodido* jodida* jódete
    coño coños pendejo* pendeja* chingar chingada* chingado* chinga verga* culero* maricón* maricones marica sudaca* follar mamón follada
    ?polla ?pollas ?coger ?culo ?zorra ?mierdoso ?huevón ?carajo`,
  pt: `caralho* porra foda foder fodido* fodida* fodase foda-se merda merdas puta putas puto filho-da-puta arrombado* buceta* boceta* viado viados
    cuzão bicha bichas escroto corno crioulo punheta* piroca* rapariga ?cu ?pica ?bosta ?cacete`,
  it: `cazzo cazzi cazzata* merda merde stronzo* stronza* stronzi vaffanculo* fanculo coglione* coglioni puttana* puttane troia troie bastardo bastardi
    frocio froci finocchio-di-merda minchia incazzat* figlio-di-puttana zoccola negro-di-merda porcodio terrone terroni ricchione* culattone ?figa ?fica ?culo ?negro`,
  nl: `kut kutweer kutzooi kutding* kutdag* kutwijf* klootzak* kloten godverdomme* gvd hoer hoeren lul lullen neuken neukt mongool kankerlijer* tering teringlijer* tyfus flikker flikkers
    kankerhoer* pleur eikel nikker nikkers mof moffen zak-hooi ?kanker ?lul ?trut ?pik ?reet`,
  sv: `fitta* kuk kukar knulla* jävla jävlar jävel ?hora ?horor helvete neger negrer blatte blattar bög-jävel skit skitstövel* röv rövhål* fan-ta-dig
    ?fan ?bög ?satan`,
  da: `kraftedeme fisse fisser røvhul* kælling* luder perker* neger negre svans pik skide-idiot bøsserøv* fuckhoved* fandme satans ?lort ?røv ?pis`,
  nb: `faen jævla jævlig* fitte fitter kuk drittsekk* hore horer helvete rasshøl* rævhull* neger negre pakkis svarting* ?ræv ?pikk ?dritt`,
  fi: `vittu* vitun perkele* saatana* paska* kusipää* huora* mulkku* kyrpä* pillu* neekeri* ryssä hintti ?perse ?homo`,
  pl: `kurw* chuj* huj jeb* pierdol* spierdal* wypierdal* pizd* skurwysyn* skurwiel* pojeb* zajeb* dziwka dziwki cipa cipy ciota cioty pedał pedały czarnuch* żydek dupek
    ?suka ?dupa ?gówno`,
  cs: `kurv* píč* čurák* zmrd* zkurv* hovno jebat jeban* kokot* mrd* prdel* buzerant* buzna hajzl ?debil ?cikán`,
  sk: `kurv* piča* kokot* jeba* hovno buzerant* zmrd*`,
  hu: `kurv* fasz faszt faszfej* geci* picsa picsá* baszd* baszni megbasz* bazmeg* kibaszott* buzi buzik szar szart seggfej* cigányozik ?segg ?punci`,
  ro: `pula pizda* muie futut* futu-te fute căcat cacat curva curve poponar* bulangi* țigan-împuțit`,
  tr: `amk aq siktir* sikerim sikeyim orospu* piç piçler göt-veren götveren* yarrak* yarak ibne ibneler kahpe* amına şerefsiz* pezevenk* ?am ?göt ?sik ?bok`,
  ru: `бля бляд* блять хуй хуя хуё* хуе* охуе* нахуй пизд* ебат* ёб* еба* заеб* уеб* сука суки мудак* пидор* пидар* гандон* жид жиды хач хачи чурка чурки хохол ниггер* ?говно ?жопа`,
  uk: `бля бляд* хуй хуя хуї* пизд* єбат* їбат* заєб* сука мудак* підор* підар* кацап* москал* жид жиди ?гівно ?дупа`,
  el: `γαμώ γαμημέν* μαλάκα* μαλακισμέν* πούστη* πουτάν* μουνί σκατά αρχίδι*`,
  ar: `كسمك كسم قحبة شرموطة شرموط زبي نيك كلب-ابن خرا`,
  he: `זונה זונות שרמוטה מניאק כוסעמק קוקסינל`,
  hi: `चूतिया चूतिये मादरचोद भोसडी* भोसड़ी* बहनचोद रंडी गांडू हरामी chutiya* madarchod* bhenchod* behenchod* bhosdike randi gandu`,
  id: `anjing-lu bangsat kontol memek ngentot jancok bajingan pepek ?anjing ?babi`,
  vi: `địt đụ đĩ-mẹ lồn cặc đéo`,
  tl: `putangina* putang-ina gago tarantado* kantot ulol`,
  ja: `くそったれ クソ野郎 死ね ちんこ チンコ まんこ マンコ キチガイ きちがい 在日野郎`,
  ko: `씨발 시발놈 씨팔 개새끼 병신 좆 지랄 쪽바리 짱깨 보지년`,
  zh: `操你妈 肏 傻逼 傻屄 妈的 他妈的 狗屎 婊子 草泥马 屌丝 支那 黑鬼 幹你娘`,
  th: `ไอ้เหี้ย ควย เย็ดแม่ อีดอก อีสัตว์`,
};

/** English, with spellings such as "sh1t". */
const MATCHER = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** The library also matches within a word, such as "cockpit". Only whole words in their usual forms count. */
const BEFORE = /(?:^|[^\p{L}\p{N}])(?:mother|bull|horse|dumb|jack|ape|bat)?$/iu;
const AFTER = /^(?:s|es|ed|er|ers|in|ing|y|ty|hole|holes|head|heads|face)?(?![\p{L}\p{N}])/iu;
const LONGEST_FORM = 12;
const WORD = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}]+)*/gu;
const LETTER_BY_LETTER = /(?<![\p{L}\p{N}])\p{L}(?:[.*_-]\p{L}){2,9}(?![\p{L}\p{N}])/gu;
/** "f u c k"; one-letter words may precede it. */
const LETTER_BY_SPACE = /(?<![\p{L}\p{N}'’])\p{L}(?: \p{L}){2,11}(?![\p{L}\p{N}'’])/gu;
const MASKED = /(?<![\p{L}\p{N}])(?:f[*#@]{1,2}c?k|sh[*#@!]t|b[*#@!]tch|c[*#@]nt|a[*#@]{2}hole)(?:s|ed|er|ers|ing)?(?![\p{L}\p{N}])/giu;
/** Languages without spaces between words. */
const UNSPACED_LANGUAGES = ['ja', 'zh', 'ko', 'th'];

/** Birds, plants, dishes and machines. */
const HARMLESS_AFTER =
  /(?:\b(?:great|blue|coal|marsh|willow|crested|bearded|long-tailed|tufted|azure|penduline|weather|ball|stop|game|pea|wood|shuttle|spotted|petit|black|heath|jack|wild|smart|kick|hard|moby|private|pain in the|magna|summa) )$/i;
const HARMLESS_BEFORE =
  /^(?:[- ](?:for tat|willows?|pheasant|robin|a[- ]leekie|laude|grano|load|van|crow|turpin|whittington|tracy|francis|cheney|bruna|puddings?|o'clock|of light|in the armou?r|on the beach|and the city|pistols|education|the (?:ignition|spark|growth)|de agua|d'acqua)\b|'(?:s|n)\b)/i;

const OFFENDS = toStoredMessage(say`Many readers take offence at this word. Leave it in only if you mean it.`);

interface Known {
  whole: Map<string, Set<string>>;
  beginnings: Map<string, Set<string>>;
  /** Words within a run of letters without spaces. */
  anywhere: RegExp;
}

/** In each map: the languages in which a word offends; empty for all languages. */
const KNOWN = readWords();
const LONGEST_BEGINNING = Math.max(...[...KNOWN.beginnings.keys()].map(({ length }) => length));

/** Words that many readers find offensive, in some thirty languages. */
export function findProfanity(text: string): TextFinding[] {
  // Without stop words, plain Latin letters are assumed to be English.
  const language = detectLanguage(text) ?? (/[^\p{ASCII}\p{P}\p{S}\p{M}\p{Z}\p{Cf}]/u.test(text) ? null : 'en');
  const spans = [...disguised(text, language), ...known(text, language), ...spelt(text), ...unspaced(text)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  let end = 0;
  // One word may match several entries.
  return spans.flatMap((span): TextFinding[] => {
    if (span.start < end) return [];
    end = span.end;
    return [{ check: 'profanity', severity: 'warn', ...OFFENDS, span }];
  });
}

interface Stretch {
  start: number;
  end: number;
}

/** English words in disguise: "sh1t", "fuuuck". */
function disguised(text: string, language: string | null): Stretch[] {
  return MATCHER.getAllMatches(text, true).flatMap(({ startIndex: start, endIndex }) => {
    const written = text.slice(start, endIndex + 1).toLowerCase();
    const form =
      BEFORE.test(text.slice(Math.max(0, start - LONGEST_FORM), start)) &&
      AFTER.exec(text.slice(endIndex + 1, endIndex + 1 + LONGEST_FORM));
    if (!form || SPARED.has(written)) return [];
    const end = endIndex + 1 + form[0].length;
    const meant = KNOWN.whole.get(written);
    // Words that offend only in English are left to the list, as are words of another language that the
    // library misjudges.
    if (meant ? meant.size > 0 : language !== 'en' && !STRONG.test(written)) return [];
    return isHarmless(text, start, end) ? [] : [{ start, end }];
  });
}

/** Usually a sea wall. */
const SPARED = new Set(['dyke']);
const STRONG = /f+u+c+k|s+h+[i1!]+t|c+u+n+t|n+[i1]+g+g/i;

function known(text: string, language: string | null): Stretch[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: written, index }) => {
    const word = written.toLowerCase();
    const languages = KNOWN.whole.get(word) ?? beginningOf(word);
    const end = index + written.length;
    if (!languages || (languages.size > 0 && !languages.has(language ?? '')) || isHarmless(text, index, end)) return [];
    return languages.size > 0 && isName(written) ? [] : [{ start: index, end }];
  });
}

/** "f.u.c.k", "f*ck". */
function spelt(text: string): Stretch[] {
  const masked = matchesOf(text, MASKED);
  const letters = matchesOf(text, LETTER_BY_LETTER).filter(({ 0: written }) => {
    const word = written.replace(/[^\p{L}]/gu, '').toLowerCase();
    return (KNOWN.whole.get(word) ?? beginningOf(word))?.size === 0;
  });
  const spaced = matchesOf(text, LETTER_BY_SPACE).flatMap(({ 0: written, index }) => {
    const word = written.replaceAll(' ', '').toLowerCase();
    const from = [0, 1, 2].find((first) => KNOWN.whole.get(word.slice(first))?.size === 0 || beginningOf(word.slice(first))?.size === 0);
    return from === undefined ? [] : [{ start: index + 2 * from, end: index + written.length }];
  });
  return [...spaced, ...[...masked, ...letters].map(({ 0: written, index }) => ({ start: index, end: index + written.length }))];
}

function beginningOf(word: string): Set<string> | undefined {
  for (let length = 2; length <= Math.min(word.length, LONGEST_BEGINNING); length += 1) {
    const languages = KNOWN.beginnings.get(word.slice(0, length));
    if (languages) return languages;
  }
  return undefined;
}

function unspaced(text: string): Stretch[] {
  return matchesOf(text, KNOWN.anywhere).map(({ 0: written, index }) => ({ start: index, end: index + written.length }));
}

/** "Dick", "Cock", "Fanny": capitalized, they are names. */
function isName(written: string): boolean {
  return /^\p{Lu}\p{Ll}+$/u.test(written);
}

function isHarmless(text: string, start: number, end: number): boolean {
  return HARMLESS_AFTER.test(text.slice(Math.max(0, start - 20), start)) || HARMLESS_BEFORE.test(text.slice(end, end + 20));
}

function readWords(): Known {
  const whole = new Map<string, Set<string>>();
  const beginnings = new Map<string, Set<string>>();
  const anywhere: string[] = [];
  for (const [language, words] of Object.entries(OFFENSIVE)) {
    for (const entry of words.split(/\s+/)) {
      const word = entry.replace(/^\?|\*$/g, '');
      if (UNSPACED_LANGUAGES.includes(language)) anywhere.push(word);
      const map = entry.endsWith('*') ? beginnings : whole;
      const isEverywhere = !entry.startsWith('?');
      const languages = map.get(word);
      if (!isEverywhere && languages?.size !== 0) map.set(word, new Set([...(languages ?? []), language]));
      else map.set(word, new Set());
    }
  }
  return { whole, beginnings, anywhere: new RegExp(anywhere.sort((a, b) => b.length - a.length).join('|'), 'gu') };
}

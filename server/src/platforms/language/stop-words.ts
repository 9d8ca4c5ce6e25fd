/**
 * The stop words of each language. They identify languages and keep fillers out of tags. Lower case, one language per
 * line.
 */
const LISTS: Record<string, string> = {
  en: `a about above across after again against all almost along already also although always am among an and another any anybody anyone
    anything are around as at away back be became because become been before behind being below best better between beyond both but by came can
    cannot come could did do does doing done down during each either else enough even ever every everyone everything far few first for from
    further get gets getting give given gives go goes going good got great had has have having he help her here hers him his how however i if
    in instead into is it its itself just keep kept know known last later least less let lets like likely little long look looks lot lots made
    make makes making many may maybe me might mine more most much must my myself need needs never new next no nobody none nor not nothing now of off
    often on once one ones only onto or other others our ours out over own part per perhaps put quite rather really right said same saw say
    says see seem seems seen several shall she should since so some someone something sometimes soon still such sure take takes taken than
    that the their theirs them themselves then there therefore these they thing things think this those though through thus time to today
    together told too took toward towards try two under until up upon us use used useful uses using usually very via want wants was way ways we
    week weeks well went were what whatever when where whether which while who whole whom whose why will with within without work works would
    year years yes yet you your yours yourself three four five day days month months including include includes people please thank thanks
    don't doesn't isn't aren't won't can't it's that's we're you're they're i'm i've we've you've didn't wasn't`,
  de: `der die das den dem des ein eine einer einem einen eines und oder aber nicht ist sind war waren wird werden wurde wurden hat haben hatte
    mit von zu zum zur im in an am auf aus bei nach vor für über unter durch gegen ohne um bis als wie wenn dass weil auch nur noch schon sehr
    mehr kann können soll muss ich du er sie es wir ihr mich dich sich uns euch mein dein sein unser dieser diese dieses jeder alle so da dort
    hier was wer wo man dann denn doch jetzt neu neue neuen damit beim sowie heute`,
  fr: `le la les un une des du de et ou mais ne pas est sont était être avoir a ont avec pour par sur sous dans en au aux ce cette ces cet il
    elle ils elles nous vous je tu on se sa son ses leur leurs notre votre mes mon ma que qui quoi dont où plus moins très tout tous toute
    toutes comme si aussi même sans entre depuis chez fait faire peut nouveau nouvelle nouveaux c'est d'un d'une l'on`,
  es: `el la los las un una unos unas de del y o pero no es son era fue ser estar está están con para por en sobre sin entre desde hasta al a lo
    le les se su sus mi tu nuestro que quien como cuando donde más menos muy todo todos toda todas también ya si este esta estos estas ese
    esa hay ha han había puede nuevo nueva nuevos cada porque yo él ella ellos`,
  pt: `o a os as um uma uns umas de do da dos das e ou mas não é são era foi ser estar está estão com para por em no na nos nas sobre sem entre
    desde até ao à se seu sua seus suas meu nosso que quem como quando onde mais menos muito todo todos toda também já este esta esse essa
    isso há tem têm pode novo nova novos cada porque eu ele ela eles você`,
  it: `il lo la i gli le un uno una di del della dei delle degli dal dalla e o ma non è sono era essere avere ha hanno con per in nel nella nei
    su sul sulla tra fra da al alla ai che chi come quando dove più meno molto tutto tutti tutta anche già se questo questa questi quello si
    suo sua loro nostro può nuovo nuova nuovi ogni perché io lui lei noi voi`,
  nl: `de het een en of maar niet is zijn was waren wordt worden werd heeft hebben had met van voor door op aan in uit bij naar over onder tot om
    als dat die dit deze er ook nog al wel geen meer kan kunnen moet zal ik je jij hij zij we wij jullie ze mijn jouw ons onze hun wat wie
    waar wanneer hoe dan zo nu te nieuw nieuwe`,
  sv: `och det att en ett är som på för med av till den de inte om har hade var från vi jag du han hon ni kan ska skulle eller men när så också
    mer alla sin sitt sina vår vårt nu här där utan mellan efter under över ny nya nytt`,
  da: `og det at en et er som på for med af til den de ikke om har havde var fra vi jeg du han hun kan skal skulle eller men når så også mere
    alle sin sit sine vores nu her der uden mellem efter under over ny nye nyt blev bliver`,
  nb: `og det at en et er som på for med av til den de ikke om har hadde var fra vi jeg du han hun kan skal skulle eller men når så også mer
    alle sin sitt sine vår vårt nå her der uten mellom etter under over ny nye nytt ble blir`,
  pl: `i w na z do że się nie to jest są był była było być jak o od po za przez dla ale oraz lub który która które tego tej ten ta te tym co
    czy już tylko może można także więcej my wy oni nasz nowy nowa nowe przy pod nad bez`,
  tr: `ve bir bu da de için ile çok daha olarak olan gibi kadar ama veya ya ne değil var yok her en sonra önce şu o biz siz ben sen onlar ki
    mi mı ise yeni tüm bütün göre üzerinde`,
  ru: `и в на с по к у о от из за для не но что как это то а или же бы был была было были есть быть его её их он она они мы вы я ты все всё
    так также уже ещё только если когда где который которая которые при до после без более можно наш новый новая новые`,
  uk: `і й в у на з із по до від за для не але що як це то а або же був була було були є бути його її їх він вона вони ми ви я ти все так
    також вже ще тільки якщо коли де який яка які при після без більше можна наш новий нова нові та`,
  ar: `في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين و أو ثم لا ما لم لن أن إن كان كانت يكون هو هي هم نحن أنت كل بعض بعد قبل بين
    عند حتى قد كما لكن غير أي منذ خلال حيث`,
  fa: `و در به از که این آن را با برای است بود شد می نمی تا بر هم یا اما اگر هر همه یک ما شما من او آنها بین پس پیش نیز باید`,
  he: `של את על עם לא הוא היא הם אני אנחנו זה זו זאת כל גם או אבל כי אם מה מי יש אין היה היו להיות עד בין אחרי לפני רק עוד יותר אשר`,
  hi: `और का की के में से को है हैं था थे थी यह वह ये वे पर ने भी नहीं एक लिए कि जो तो ही कर या साथ हम आप मैं अब तक`,
};

const SETS = new Map(Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(/\s+/))]));

/** The languages with known stop words. */
export const KNOWN_LANGUAGES = [...SETS.keys()];

const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, words] of SETS) {
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}

/** The languages in which it is a stop word. */
export function languagesOf(word: string): readonly string[] {
  return LANGUAGES_OF.get(word) ?? [];
}

const NONE: ReadonlySet<string> = new Set();

/** The stop words of a language, given as a BCP 47 tag; empty if unknown. */
export function stopWords(language: string | null): ReadonlySet<string> {
  return SETS.get(language?.split('-')[0] ?? '') ?? NONE;
}

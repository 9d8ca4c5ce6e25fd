import { domainToUnicode } from 'node:url';
import { findConfusables, latinOf } from '../../confusables.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findHosts, ownNameIn, siteOf } from './find-urls.ts';

/** Names used in phishing: of companies that hold money, mail and accounts. */
const LURES = new Set(
  `amazon americanexpress apple bankofamerica barclays binance bluesky bnpparibas booking citibank coinbase commerzbank deutschebank discord
  docusign dropbox ebay facebook fedex github gmail google hsbc icloud instagram intesasanpaolo klarna kraken ledger linkedin mastercard
  correos chronopost dhl dpd postnl royalmail usps canadapost colissimo deutschepost hermesworld inpost laposte postnord
  abnamro allegro bancosantander bbva bradesco caixabank caixageral comdirect creditagricole danskebank handelsbanken hellobank ingdiba
  itau lloydsbank mediolanum millenniumbcp monzo natwest openbank postbank postfinance rabobank societegenerale swedbank unicredit volksbank
  airbnb aliexpress adobe blockchain chatgpt decathlon easyjet epicgames etsy eventbrite leboncoin lufthansa openai opensea roblox ryanair
  shopify steamcommunity ticketmaster trezor trustpilot trustwallet uniswap vinted wallapop wetransfer subito marktplaats
  mastodon mercadolibre metamask microsoft netflix nordea nubank onedrive outlook paypal pinterest reddit revolut santander snapchat
  sparkasse spotify stripe telegram tiktok tumblr twitter walmart wellsfargo whatsapp wordpress youtube zalando`.split(/\s+/),
);
/** Words that accompany such a name in phishing hosts. */
const BAIT =
  /^(?:account|auth|billing|com|confirm|delivery|package|parcel|refund|track|tracking|help|helpdesk|login|payment|recovery|secure|security|signin|support|unlock|update|verification|verify|wallet|seguridad|seguro|acceso|cuenta|verificar|sicherheit|kundenservice|konto|anmeldung|sendung|paket|zustellung|securite|connexion|compte|colis|livraison|sicurezza|accesso|pacco|seguranca|conta|acesso|entrega|veiligheid|pakket|inloggen|bezpieczenstwo|logowanie|paczka)$/;
/**
 * Brands that people trust with money, post, taxes, accounts or news, by country. Whole labels of a host are
 * compared with them, so short ones are safe here: the names above are also matched in misspellings.
 */
const BRANDS = new Set(
  `barclaycard chase hsbc lloyds natwest halifax nationwide santander tsb monzo starling revolut wise paypal venmo zelle cashapp amex visa mastercard
  citi capitalone wellsfargo usbank bofa pnc truist schwab fidelity vanguard robinhood coinbase binance kraken metamask ledger trezor blockchain
  sparkasse sparkassen volksbank raiffeisen raiffeisenbank commerzbank postbank dkb ing ingdiba comdirect n26 consorsbank targobank hypovereinsbank
  erstebank bawag ubs postfinance zkb twint klarna giropay
  bnp bnpparibas societegenerale creditagricole creditmutuel caissedepargne banquepopulaire boursorama lcl labanquepostale ameli impots caf cpam antai
  carte-vitale carte-grise chronopost colissimo laposte mondialrelay doctolib franceconnect
  bbva caixabank bankinter sabadell kutxabank unicaja bizum correos agenciatributaria dgt seguridadsocial
  bradesco itau nubank caixa bancodobrasil santander picpay pix mercadopago mercadolivre mercadolibre receitafederal correios detran serasa
  millenniumbcp cgd caixadirecta novobanco mbway ctt
  unicredit intesasanpaolo intesa bancoposta posteitaliane poste postepay mediolanum fineco bper inps agenziaentrate spid pagopa nexi
  abnamro rabobank bunq asn sns tikkie ideal digid belastingdienst postnl marktplaats bol coolblue kbc belfius argenta itsme bpost mijnoverheid
  pkobp pko mbank pekao santanderpl ingbank blik allegro olx inpost pocztapolska profilzaufany mbank
  ziraat garanti garantibbva isbank akbank yapikredi vakifbank halkbank edevlet e-devlet ptt hepsiburada trendyol sahibinden n11
  alrajhi alrajhibank snb emiratesnbd adcb fab stcpay absher nafath tawakkalna aramex smsa noon souq
  rakuten mercari smbc mufg mizuho jcb aeon saison paypay japanpost yamato sagawa kuronekoyamato ntt docomo eki-net etc-meisai
  royalmail parcelforce hermes evri dhl dpd gls ups usps fedex postnord deutschepost hermesworld canadapost auspost anpost swisspost post-at yodel
  hmrc govuk gov-uk dvla nhs irs medicare elster finanzamt bundesfinanzministerium bundesregierung zoll rundfunkbeitrag arbeitsagentur krankenkasse aok
  amazon ebay etsy aliexpress alibaba temu shein zalando otto mediamarkt ikea lidl aldi rewe edeka tesco sainsburys carrefour mercadona elcorteingles walmart costco target
  bestbuy vinted leboncoin wallapop subito gumtree kleinanzeigen ebay-kleinanzeigen airbnb booking expedia ryanair easyjet lufthansa trainline deutschebahn bahn sncf renfe trenitalia
  apple icloud microsoft office365 outlook hotmail google gmail youtube facebook meta instagram threads whatsapp messenger telegram signal tiktok snapchat twitter
  linkedin pinterest reddit discord twitch steam steamcommunity roblox fortnite epicgames playstation xbox nintendo netflix spotify disneyplus disney hbomax
  dropbox wetransfer docusign adobe zoom slack github openai chatgpt vodafone telekom o2 orange telefonica movistar telia bouygues free-mobile swisscom
  bbc cnn nytimes reuters guardian theguardian dailymail foxnews tagesschau spiegel bild ard zdf lemonde lefigaro bfmtv elpais elmundo rtve globo g1 folha
  repubblica corriere rai ansa nos nu-nl telegraaf rtlnieuws tvn24 onet wyborcza interia hurriyet sabah trt aljazeera alarabiya nhk asahi yomiuri`.split(
    /\s+/,
  ),
);

/** Also ordinary words or names of other companies, so they count only next to bait or with a cheap ending. */
const PLAIN_WORDS = new Set(
  `apple amazon target orange booking chase wise signal steam meta threads outlook ledger visa ideal free-mobile halifax nationwide starling fidelity vanguard schwab poste caixa
  messenger otto ups bol nos rai ing post zoll bild spiegel bahn guardian noon etc-meisai globo sabah post-at intesa hermes asn sns disney ikea aldi saison aeon yamato fab caf
  lcl dgt citi slack zoom free office365 garanti raiffeisen volksbank sparkasse sparkassen aok krankenkasse finanzamt edeka rewe itau pix interia onet telegraaf nintendo xbox`.split(
    /\s+/,
  ),
);

/** Words that accompany such a name in phishing hosts. */
const ANY_BAIT =
  /^(?:accounts?|activate|alerts?|auth|authenticate|billing|blocked|bonus|cancel|card|cashback|center|centre|claims?|clients?|confirm|confirmation|customs|delivery|depot|fees?|fine|fines|free|gift|giveaway|gold|helpdesk|help|id|identity|info|invoice|limited|locked|login|logon|mobile|notice|official|online|package|parcel|parcels|pay|payment|payments|plus|portal|premium|prize|promo|re|rebate|recover|recovery|redelivery|refund|refunds|renew|renewal|reschedule|reset|restore|restricted|reward|rewards|scam|secure|secured|security|service|services|signin|sign|sms|support|suspended|tax|team|track|tracking|unlock|update|updates|upgrade|validate|validation|verification|verified|verify|verifying|vip|voucher|wallet|warning|web|win|winner|fast|express|now|com|net|www|seguridad|seguro|acceso|accesos|ayuda|cliente|cuenta|cuentas|verificar|verificacion|validar|actualizar|actualizacion|aviso|avisos|bloqueo|entrega|entregas|envio|envios|multa|multas|pago|pagos|paquete|paquetes|premio|premios|reembolso|regalo|sede|sicherheit|sicher|kundenservice|kunden|kundenbereich|konto|konten|anmeldung|anmelden|bestaetigen|bestaetigung|aktualisierung|freischaltung|gesperrt|gewinn|gewinnspiel|gutschein|rueckerstattung|sendung|sendungen|paket|pakete|zahlung|zoll|zollgebuehr|zustellung|verifizierung|securite|connexion|compte|comptes|clientele|client|colis|livraison|remboursement|amende|amendes|cadeau|espace|facture|paiement|suivi|verification|sicurezza|accesso|accedi|cliente|clienti|conferma|consegna|pacco|pacchi|pagamento|premi|rimborso|sblocco|spedizione|verifica|verifiche|aggiornamento|seguranca|conta|acesso|atualizacao|cadastro|confirmacao|desbloqueio|encomenda|fatura|multa|taxa|rastreio|regularizar|resgate|veiligheid|veilig|pakket|pakketje|inloggen|betaalverzoek|betaling|betalen|bezorging|bevestigen|controle|klant|klantenservice|rekening|terugbetaling|verificatie|verlengen|bezpieczenstwo|logowanie|paczka|paczki|doplata|oplata|platnosc|potwierdz|weryfikacja|zwrot|aktualizacja|dostawa|guvenlik|guvenli|giris|hesap|dogrulama|kargo|odeme|odul|iade|kampanya|onay|cekilis|sube|tahsilat|taahod|tasdiq|\d{1,4})$/;

/** Top-level domains that cost next to nothing, which no known brand uses. */
const CHEAP_ENDING =
  /^(?:top|xyz|click|icu|cc|tk|ml|ga|cf|gq|buzz|rest|cyou|sbs|vip|win|bid|loan|site|online|website|space|fun|monster|quest|lol|support|help|center|services|host|press|pw|ws|su|store|shop|club|info|live|link|life|today|world|work|works|agency|company|network|digital|email|cam|surf|bond|beauty|hair|skin|autos|boats|christmas|finance|financial|money|cash|claims|fit|party|date|stream|download|racing|review|trade|webcam|science|men|gdn|mom|asia|mobi|one|pro|tech|ink|uno|rocks|run|zip|mov)$/;
/** Of these, the ones that no company of such a name uses either. */
const HARDLY_A_HOME =
  /^(?:top|xyz|click|icu|cc|tk|ml|ga|cf|gq|buzz|rest|cyou|sbs|vip|win|bid|loan|site|online|website|space|fun|monster|quest|lol|support|help|center|bond|cam|surf|gdn|zip|mov|pw|ws)$/;
const CYRILLIC_ENDING = /\.(?:ru|su|ua|by|bg|rs|mk|kz|kg|mn|me)$/;
const SHORTEST_MISSPELT = 8;

/**
 * Hosts that imitate another: with letters of two alphabets, with confusable letters and digits, or with a known name
 * before their own.
 */
export function findLookalikeHosts(text: string): TextFinding[] {
  return findHosts(text).flatMap(({ host, start, end }): TextFinding[] => {
    const found = judge(host);
    return found ? [{ check: 'lookalike_link', span: { start, end }, ...found }] : [];
  });
}

type Judgement = Pick<TextFinding, 'message' | 'sentence' | 'severity'>;

function judge(written: string): Judgement | null {
  const labels = written.split('.').map((label) => (/^xn--/i.test(label) ? domainToUnicode(label) || label : label));
  const disguised = labels.find((label) => isDisguised(label, written));
  if (disguised !== undefined) {
    const words = say`"${disguised}" in this address uses lookalike letters. Use the address of the real site.`;
    return { ...toStoredMessage(words), severity: 'block' };
  }
  // The top-level domain is not a name.
  const names = labels.slice(0, -1);
  for (const [index, label] of names.entries()) {
    const lure = namedIn(label, labels, index);
    if (!lure) continue;
    const words = say`This address imitates ${lure.name}. Check where it leads.`;
    return { ...toStoredMessage(words), severity: lure.severity };
  }
  const brand = borrowedBrand(labels.map((label) => label.toLowerCase()));
  return brand === null ? null : { ...toStoredMessage(say`This address imitates ${brand}. Check where it leads.`), severity: 'warn' };
}

/** An ending that is followed by more: "sparkasse.de.konto.info", "poste.it-conto.cc". */
const INNER_ENDING = /^(?:com|net|org|co|gov|gob|gouv|de|fr|es|pt|it|nl|pl|uk|br|mx|ar|tr|jp|sa|ae|us|ca|eu|at|ch|be|ie)(?:-|$)/;

/** A known name that is not its owner's address: before another's, next to bait, or with a cheap ending. */
function borrowedBrand(labels: readonly string[]): string | null {
  const own = ownNameIn(labels);
  const isCheap = CHEAP_ENDING.test(labels.at(-1) ?? '');
  for (const [index, label] of labels.slice(0, own + 1).entries()) {
    const parts = label.split('-');
    const brand = [label, ...parts].find((part) => BRANDS.has(part)) ?? gluedBrand(label);
    if (brand === undefined) continue;
    const isPlain = PLAIN_WORDS.has(brand);
    const isBaited = (index === own ? parts : labels.slice(0, own + 1).flatMap((each) => each.split('-'))).some((part) =>
      ANY_BAIT.test(part),
    );
    if (index < own && INNER_ENDING.test(labels[index + 1] ?? '')) return brand;
    if (index === own && label === brand) return !isPlain && HARDLY_A_HOME.test(labels.at(-1) ?? '') ? brand : null;
    if (isPlain ? isBaited && isCheap : isBaited || isCheap) return brand;
  }
  return null;
}

const SHORTEST_GLUED = 6;
const LONG_BRANDS = [...BRANDS].filter((brand) => brand.length >= SHORTEST_GLUED && !PLAIN_WORDS.has(brand));

/** "paypallogin", "secure-netflixbilling": the name and the bait in one word. */
function gluedBrand(label: string): string | undefined {
  return LONG_BRANDS.find(
    (brand) =>
      (label.startsWith(brand) && ANY_BAIT.test(label.slice(brand.length).replace(/^-/, ''))) ||
      (label.endsWith(brand) && ANY_BAIT.test(label.slice(0, -brand.length))),
  );
}

/** A link whose text is the address of another site than its target, in Markdown and in HTML. */
const NAMED_LINKS = [
  /\[(?:https?:\/\/)?(?<named>[\p{L}\p{N}.-]{3,120}\.[a-z]{2,24})[^\]\s]{0,300}\]\((?<target>https?:\/\/[^\s()]{3,400})/giu,
  /<a\s[^<>]{0,200}href\s?=\s?["'](?<target>https?:\/\/[^\s"'<>]{3,400})["'][^<>]{0,200}>\s{0,4}(?:https?:\/\/)?(?<named>[\p{L}\p{N}.-]{3,120}\.[a-z]{2,24})/giu,
];

/** Finds such links. */
export function findMisnamedLinks(text: string): TextFinding[] {
  return NAMED_LINKS.flatMap((shape) =>
    [...text.matchAll(shape)].flatMap(({ 0: written, index, groups: { named = '', target = '' } = {} }): TextFinding[] => {
      const host = URL.parse(target)?.hostname;
      if (host === undefined || siteOf(host) === siteOf(named.toLowerCase())) return [];
      const words = say`This link reads as ${named}, but it leads to ${host}. Use one address for both.`;
      return [
        { check: 'lookalike_link', severity: 'block', ...toStoredMessage(words), span: { start: index, end: index + written.length } },
      ];
    }),
  );
}

function isDisguised(label: string, host: string): boolean {
  if (findConfusables(label).length > 0) return true;
  return latinOf(label) !== null && !/\p{Script=Latin}/u.test(label) && isLatinPlace(host);
}

/** Whether a purely Cyrillic name would be unusual there. */
function isLatinPlace(host: string): boolean {
  return /\.[a-z]+$/i.test(host) && !CYRILLIC_ENDING.test(host.toLowerCase());
}

function namedIn(label: string, labels: readonly string[], index: number): { name: string; severity: 'warn' | 'block' } | null {
  const plain = label.toLowerCase();
  const parts = plain.split('-');
  const own = parts.find((part) => LURES.has(part));
  if (own && parts.some((part) => BAIT.test(part))) return { name: own, severity: 'warn' };
  if (LURES.has(plain)) return isForeignGround(labels, index) ? { name: plain, severity: 'block' } : null;
  for (const part of label.split('-')) {
    const name = LURE_BY_DRAWING.get(drawingOf(part));
    if (name && part.toLowerCase() !== name) return { name, severity: 'block' };
  }
  const meant = misspelt(plain);
  return meant ? { name: meant, severity: 'warn' } : null;
}

/** "paypal.com.example.net": what looks like the whole address is only its beginning. */
function isForeignGround(labels: readonly string[], index: number): boolean {
  const [next = '', ...rest] = labels.slice(index + 1);
  if (rest.length === 0 || !/^(?:com|net|org|co)(?:-|$)/i.test(next)) return false;
  return rest.length > 1 || next.includes('-') || (rest[0] ?? '').length > 2;
}

const DRAWN: [RegExp, string][] = [
  [/\p{M}/gu, ''],
  [/(.)\1{2,}/g, '$1$1'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1i|]/g, 'l'],
  [/0/g, 'o'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
];

/** The skeleton of a name, for comparing confusable ones. */
function drawingOf(name: string): string {
  // A capital I among small letters imitates an l.
  return DRAWN.reduce((drawn, [shape, as]) => drawn.replace(shape, as), name.normalize('NFD').toLowerCase());
}

const LURE_BY_DRAWING = new Map([...LURES].map((name) => [drawingOf(name), name]));
const LONG_LURES = [...LURES].filter(({ length }) => length >= SHORTEST_MISSPELT);

/**
 * A long name with one letter too many, too few, changed or swapped; extra letters at the end may be another
 * word.
 */
function misspelt(name: string): string | null {
  if (name.length < SHORTEST_MISSPELT - 1 || name.length > 24) return null;
  return LONG_LURES.find((lure) => !name.startsWith(lure) && isOneSlipAway(name, lure)) ?? null;
}

function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let first = 0;
  while (first < a.length && a[first] === b[first]) first += 1;
  let last = 0;
  while (last < Math.min(a.length, b.length) - first && a.at(-1 - last) === b.at(-1 - last)) last += 1;
  const [left, right] = [a.slice(first, a.length - last), b.slice(first, b.length - last)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

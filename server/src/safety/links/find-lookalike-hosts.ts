import { domainToUnicode } from 'node:url';
import { findConfusables, latinOf } from '../../confusables.ts';
import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findHosts } from './find-urls.ts';

/** Names that people are lured with: where money, mail and accounts are. */
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
  // The top-level domain is no name.
  const names = labels.slice(0, -1);
  for (const [index, label] of names.entries()) {
    const lure = namedIn(label, labels, index);
    if (!lure) continue;
    const words = say`This address imitates ${lure.name}. Check where it leads.`;
    return { ...toStoredMessage(words), severity: lure.severity };
  }
  return null;
}

function isDisguised(label: string, host: string): boolean {
  if (findConfusables(label).length > 0) return true;
  return latinOf(label) !== null && !/\p{Script=Latin}/u.test(label) && isLatinPlace(host);
}

/** Where a purely Cyrillic name would be unusual. */
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

/** A long name with one letter too many, too few, changed or swapped; more at its end may be another word. */
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

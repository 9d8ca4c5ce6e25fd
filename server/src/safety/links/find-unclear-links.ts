import { isIP } from 'node:net';
import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findHosts, findUrls, hostReach, siteOf, type WrittenUrl } from './find-urls.ts';

/** Link shorteners, which hide the target. A company's own short domain (youtu.be, lnkd.in) does not count. */
const SHORTENERS = new Set(
  `bit.ly bitly.com bl.ink buff.ly clck.ru cutt.ly dub.sh goo.gl is.gd kurzelinks.de lc.chat linktw.in ow.ly qr.ae rb.gy rebrand.ly
  s.id short.gy short.io shorturl.at shrtco.de snip.ly soo.gd surl.li t.co t.ly tiny.cc tinyurl.com tny.im tr.im trib.al urlz.fr v.gd vk.cc
  bit.do bitly.ws clicky.me cli.gs dlvr.it dwz.cn gg.gg goo.su han.gl hubs.ly ift.tt kutt.it lihi.cc me2.do n9.cl acortar.link encurtador.com.br urlz.com
  oe.cd pse.is qr.io reurl.cc rotf.lol shorturl.asia shorten.is t2m.io tiny.one tinyurl.at tny.sh ulvis.net url.cn url.kr x.co t.ma cutit.org
  1url.com 2no.co adf.ly bc.vc ouo.io shorte.st u.to x.gd zpr.io`.split(/\s+/),
);
/** Common names of unpublished copies of a site. */
const UNFINISHED =
  /^(?:staging|stage|stg|preprod|pre-prod|preview|uat|qa|test|testing|dev)\d{0,2}$|[-_](?:staging|stage|stg|preprod|uat|qa|dev)\d{0,2}$|^(?:staging|stg|preprod|uat|deploy-preview-\d+|dev)-/;
/** Tunnels end when the laptop is closed. */
const TUNNELS = /\.(?:ngrok\.io|ngrok\.app|ngrok-free\.app|ngrok\.dev|trycloudflare\.com|loca\.lt|lhr\.life|serveo\.net|localtunnel\.me)$/;
const PREVIEWS = /-git-[a-z0-9-]+\.vercel\.app$|--[a-z0-9-]+\.netlify\.app$|\.app\.github\.dev$|\.gitpod\.io$/;
/** Public sites with such a name. */
const FINISHED = new Set(['dev.azure.com', 'dev.mysql.com', 'dev.twitch.tv', 'test.pypi.org', 'stage.link']);

const HIDDEN = say`This address hides where it leads. Use the full address: networks shorten it automatically.`;
const NOT_YET = say`This looks like a staging site. Use the public address.`;
const NUMBER = say`This address is a number without a name. Readers cannot tell whose it is, and it changes: use a name.`;
const ELSEWHERE = say`This address sends its reader on to another one. Use the address where the reader should arrive.`;
const PROGRAM = say`This link downloads a program at once. Link to the page that explains it.`;
const BACKSTAGE = say`This is an address for editing, or for a draft. Use the public address.`;
const CODE = say`This address runs code, or opens a file, on the reader's own machine. Remove it.`;

/** Parameters that contain another address. */
const ONWARD =
  /^(?:q|u|url|uri|to|r|go|out|goto|link|target|dest|destination|next|continue|return|return_?(?:url|to)|redirect(?:_?(?:url|uri|to))?|redir|forward|location|adurl|rurl|href)$/i;
/** They share, translate, store or check a page, and say so. */
const SHARING =
  /\/(?:sharer?|sharing|share-?offsite|intent|submit|create|compose|dialog|translate|cite|embed|oembed|validate|check|save|sendtelegram|send)\b|^\/(?:web|msg)\/|^https?:\/\/(?:translate|validator|web\.archive|pagespeed|t\.me|telegram\.me)\b/i;
const PROGRAMS = /\.(?:apk|exe|scr|msi|msix|bat|cmd|vbs|ps1|jar|hta|lnk|iso|dmg|pkg|deb|appimage|xlsm|docm|mobileconfig|reg)$/i;
const EDITORS =
  /^(?:docs|drive|sheets|slides)\.google\.com\/.{1,200}\/edit\b|^(?:www\.)?canva\.com\/design\/.{1,200}\/edit\b|^(?:www\.)?(?:figma|miro|trello|airtable)\.com\/.{0,80}(?:\binvite|\/edit)\b|\/wp-admin\b|\/wp-login\.php|[?&]preview(?:_id|_nonce)?=|\/(?:admin|administrator|typo3|backend|cms)\/(?:login|index|pages|posts|content|edit)\b|-my\.sharepoint\.com\/|^(?:www\.)?dropbox\.com\/(?:home|request|work)\b|^(?:www\.)?notion\.so\/(?:invite|signup)|^business\.facebook\.com\/|^mail\.google\.com\/|^(?:app|admin)\.shopify\.com\/|^[\w-]{1,60}\.myshopify\.com\/admin/i;
/** Not "JavaScript: the good parts". */
const RUN =
  /(?<![\p{L}\p{N}-])(?:(?:javascript|vbscript):(?=[\w.]{1,40}[(.=;]|void)|data:(?:text|application|image)\/[\w.+-]{1,40}[;,]|file:\/\/\/?[\w.])[^\s<>]{0,200}/giu;

/** Addresses with a hidden target, that load or run something, or that are not for readers. */
function judgeUrl({ url }: WrittenUrl): Sentence | null {
  if (!/^https?:$/.test(url.protocol)) return null;
  if (isRedirect(url)) return ELSEWHERE;
  if (PROGRAMS.test(url.pathname)) return PROGRAM;
  return EDITORS.test(`${url.hostname}${url.pathname}${url.search}`) ? BACKSTAGE : null;
}

function isRedirect(url: URL): boolean {
  if (SHARING.test(url.pathname) || SHARING.test(url.href)) return false;
  return [...url.searchParams].some(([name, value]) => {
    const target = ONWARD.test(name) && /^(?:https?:)?\/\/[^/]/i.test(value) ? URL.parse(value.replace(/^\/\//, 'https://')) : null;
    return target !== null && siteOf(target.hostname) !== siteOf(url.hostname);
  });
}

/** Public addresses that hide their destination or will not last. */
export function findUnclearLinks(text: string): TextFinding[] {
  return [
    ...findHosts(text).flatMap(({ host, start, end }) => {
      const message = judge(host.toLowerCase().replace(/^www\./, ''), text.charAt(end) === '/');
      return message ? [warning(message, start, end)] : [];
    }),
    ...findUrls(text).flatMap((link) => {
      const message = judgeUrl(link);
      return message ? [warning(message, link.start, link.end)] : [];
    }),
    ...[...text.matchAll(RUN)].map(({ 0: written, index }) => warning(CODE, index, index + written.length)),
    // In any notation: the parser reads decimal, octal and hexadecimal numbers as the address that they are.
    ...findUrls(text).flatMap(({ url: { protocol, hostname }, start, end }) => {
      const isNumber = /^https?:$/.test(protocol) && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
      return isNumber && hostReach(hostname) === 'public' ? [warning(NUMBER, start, end)] : [];
    }),
  ];
}

function judge(host: string, hasPath: boolean): Sentence | null {
  // Without a path, it is only mentioned.
  if (SHORTENERS.has(host)) return hasPath ? HIDDEN : null;
  if (isIP(host) !== 0 || FINISHED.has(host)) return null;
  if (TUNNELS.test(host) || PREVIEWS.test(host)) return NOT_YET;
  const labels = host.split('.');
  return /^[a-z]{2,24}$/.test(labels.at(-1) ?? '') && labels.slice(0, -2).some((label) => UNFINISHED.test(label)) ? NOT_YET : null;
}

function warning(message: Sentence, start: number, end: number): TextFinding {
  return { check: 'unclear_link', severity: 'warn', ...toStoredMessage(message), span: { start, end } };
}

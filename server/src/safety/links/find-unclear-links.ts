import { isIP } from 'node:net';
import { type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findHosts, findUrls, hostReach } from './find-urls.ts';

/** Link shorteners, which hide the target. A company's own short domain (youtu.be, lnkd.in) does not. */
const SHORTENERS = new Set(
  `bit.ly bitly.com bl.ink buff.ly clck.ru cutt.ly dub.sh goo.gl is.gd kurzelinks.de lc.chat linktw.in ow.ly qr.ae rb.gy rebrand.ly
  s.id short.gy short.io shorturl.at shrtco.de snip.ly soo.gd surl.li t.co t.ly tiny.cc tinyurl.com tny.im tr.im trib.al urlz.fr v.gd vk.cc
  1url.com 2no.co adf.ly bc.vc ouo.io shorte.st u.to x.gd zpr.io`.split(/\s+/),
);
/** Common names of unpublished copies of a site. */
const UNFINISHED =
  /^(?:staging|stage|stg|preprod|pre-prod|preview|uat|qa|test|testing|dev)\d{0,2}$|[-_](?:staging|stage|stg|preprod|uat|qa|dev)\d{0,2}$|^(?:staging|stg|preprod|uat|deploy-preview-\d+|dev)-/;
/** Tunnels end when the laptop is closed. */
const TUNNELS = /\.(?:ngrok\.io|ngrok\.app|ngrok-free\.app|ngrok\.dev|trycloudflare\.com|loca\.lt|lhr\.life|serveo\.net|localtunnel\.me)$/;
const PREVIEWS = /-git-[a-z0-9-]+\.vercel\.app$|--[a-z0-9-]+\.netlify\.app$|\.app\.github\.dev$|\.gitpod\.io$/;
/** Public sites by such a name. */
const FINISHED = new Set(['dev.azure.com', 'dev.mysql.com', 'dev.twitch.tv', 'test.pypi.org', 'stage.link']);

const HIDDEN = say`This address hides where it leads. Use the address itself: networks shorten it by themselves.`;
const NOT_YET = say`This looks like a staging site. Use the public address.`;
const NUMBER = say`This address is a number without a name. Readers cannot tell whose it is, and it changes: use a name.`;

/** Public addresses that hide their destination or will not last. */
export function findUnclearLinks(text: string): TextFinding[] {
  return [
    ...findHosts(text).flatMap(({ host, start, end }) => {
      const message = judge(host.toLowerCase().replace(/^www\./, ''), text.charAt(end) === '/');
      return message ? [warning(message, start, end)] : [];
    }),
    // In any notation: the parser reads decimal, octal and hexadecimal numbers as the address that they are.
    ...findUrls(text).flatMap(({ url: { protocol, hostname }, start, end }) => {
      const isNumber = /^https?:$/.test(protocol) && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
      return isNumber && hostReach(hostname) === 'public' ? [warning(NUMBER, start, end)] : [];
    }),
  ];
}

function judge(host: string, hasPath: boolean): Sentence | null {
  // Without a path it is only named.
  if (SHORTENERS.has(host)) return hasPath ? HIDDEN : null;
  if (isIP(host) !== 0 || FINISHED.has(host)) return null;
  if (TUNNELS.test(host) || PREVIEWS.test(host)) return NOT_YET;
  const labels = host.split('.');
  return /^[a-z]{2,24}$/.test(labels.at(-1) ?? '') && labels.slice(0, -2).some((label) => UNFINISHED.test(label)) ? NOT_YET : null;
}

function warning(message: Sentence, start: number, end: number): TextFinding {
  return { check: 'unclear_link', severity: 'warn', ...toStoredMessage(message), span: { start, end } };
}

import { say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { isRandom } from '../credentials/credential-shapes.ts';
import type { TextFinding } from '../safety-finding.ts';
import { findUrls, hostReach, type WrittenUrl } from './find-urls.ts';

/**
 * A scheme, then a user or password before an "@". Not with a URL parser: connection strings with several
 * hosts, or with "/", "#" or "?" in the password, are not URLs, but are in use. Every repetition is bounded,
 * for linear time.
 */
const AUTHORITY =
  /(?<![a-z0-9+.-])(?<scheme>[a-z][a-z0-9+.-]{1,20}):\/\/(?<user>[^\s:@/?#<>"'`]{0,100})(?::(?<password>[^\s<>"'`@]{0,200}))?@[^\s<>"'`{}|\\^]{1,400}/giu;
const WEB = /^https?$/i;
/**
 * In a web address, text after one of these is not part of the user or password; "host:8443/@name" is a
 * profile.
 */
const AFTER_HOST = /[/?#]|^\d{1,5}$/;
/** Placeholders as in documentation: "USER:PASS", "***", "$PASSWORD", "[password]". */
const PLACEHOLDER = /^(?:[^\p{L}\p{N}]*|[A-Z_]*(?:USER|PASS|PWD|SECRET|TOKEN)[A-Z_]*|[$%[({].*|x{3,})$/u;

/** Parameters whose value is a password. */
const PASSWORD_PARAMETERS = /^(?:password|passwd|pass|passphrase|passwort|kennwort|mot_?de_?passe|contrase(?:ñ|n)a|senha|wachtwoord)$/i;
/** Parameters whose value gives access if it is random: to a session, an account, a file. */
const TOKEN_PARAMETERS =
  /^(?:(?:access|api|auth|client|id|invite|login|magic|private|refresh|reset|session|user)[_-]?)?(?:token|key|secret|jwt|sid|sig|signature|session)$|^(?:x-amz-signature|phpsessid|jsessionid|pwd|otp)$/i;

/** User names and passwords before a host, whether or not the address is valid. */
function findConnectionPasswords(text: string): TextFinding[] {
  return [...text.matchAll(AUTHORITY)].flatMap(({ 0: written, index, groups = {} }) => {
    const { scheme = '', user = '', password } = groups;
    const isWeb = WEB.test(scheme);
    if (isWeb && password !== undefined && AFTER_HOST.test(password)) return [];
    // "ssh://git@host" has only a user name, which everyone uses.
    const isOpen = password === undefined ? isWeb && user !== '' : password !== '' || isWeb;
    if (!isOpen || PLACEHOLDER.test(password ?? user)) return [];
    const link = written.replace(/[.,;:!?)\]…*_]+$/, '');
    return [passwordIn({ start: index, end: index + link.length })];
  });
}

/** Passwords and keys in the parameters of a link. */
function findLinkParameters({ url, start, end }: WrittenUrl): TextFinding[] {
  const parameters = [...url.searchParams, ...new URLSearchParams(url.hash.replace(/^#[^?]*\?|^#/, ''))];
  const isPassword = parameters.some(([name, value]) => PASSWORD_PARAMETERS.test(name) && !PLACEHOLDER.test(value));
  if (isPassword) return [passwordIn({ start, end })];
  const isToken = parameters.some(([name, value]) => TOKEN_PARAMETERS.test(name) && isRandom(value));
  if (!isToken) return [];
  const words = say`This link seems to contain a personal key. Check that anyone may open it, or remove the key.`;
  return [{ check: 'link_with_password', severity: 'warn', ...toStoredMessage(words), span: { start, end } }];
}

function passwordIn(span: { start: number; end: number }): TextFinding {
  const words = say`This link contains a user name or password. Remove it from the link, and change the password.`;
  return { check: 'link_with_password', severity: 'block', ...toStoredMessage(words), span };
}

/** Whether the host of an address is a placeholder, as in "postgres://USER:PASSWORD@HOST". */
function isPlaceholderAddress({ url }: WrittenUrl): boolean {
  return url.password !== '' && PLACEHOLDER.test(url.password);
}

/** An address with a port or an internal name, without "http://": some networks link it, and all of them show it. */
const BARE =
  /(?<![\p{L}\p{N}./:@_-])(?:(?:\d{1,3}\.){3}\d{1,3}(?=:\d{2,5})|[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:internal|local|lan|corp|intranet|home\.arpa)(?![\p{L}\p{N}.-]))/giu;

/** Links into private networks or with a password. Judged by their text; nothing is resolved. */
export function findRiskyLinks(text: string): TextFinding[] {
  return [
    ...findConnectionPasswords(text),
    ...findUrls(text).flatMap((link) => [...findLinkParameters(link), ...(isPlaceholderAddress(link) ? [] : judge(link.url, link))]),
    ...[...text.matchAll(BARE)].flatMap(({ 0: host, index }) => judgeBare(host, { start: index, end: index + host.length })),
  ];
}

function judgeBare(host: string, span: { start: number; end: number }): TextFinding[] {
  if (hostReach(host) !== 'private') return [];
  const words = say`${host} is a private network address. Remove it: it reveals internal systems.`;
  return [{ check: 'private_link', severity: 'warn', ...toStoredMessage(words), span }];
}

function judge(url: URL, { start, end }: WrittenUrl): TextFinding[] {
  const span = { start, end };
  const findings: TextFinding[] = [];
  const reach = hostReach(url.hostname);
  if (reach === 'private') {
    findings.push({
      check: 'private_link',
      severity: 'block',
      ...toStoredMessage(say`This link leads to ${url.hostname}, a private address that readers cannot open. Use a public one.`),
      span,
    });
  }
  if (reach === 'own_machine') {
    // It discloses nothing, and is common in developer documentation.
    findings.push({
      check: 'private_link',
      severity: 'warn',
      ...toStoredMessage(say`This link leads to ${url.hostname}, which is the reader's own machine.`),
      span,
    });
  }
  return findings;
}

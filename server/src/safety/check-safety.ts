import { hash } from 'node:crypto';
import { asSeen, type SeenText } from './as-seen.ts';
import { findBlockedTerms } from './find-blocked-terms.ts';
import { findClaims } from './find-claims.ts';
import { findCredentials } from './find-credentials.ts';
import { findDeniedHosts, findDeniedLinks } from './find-denied-hosts.ts';
import { findHiddenCharacters } from './find-hidden-characters.ts';
import { findLeftovers } from './find-leftovers.ts';
import { findLookalikeHosts } from './find-lookalike-hosts.ts';
import { findPersonalData } from './find-personal-data.ts';
import { findProfanity } from './find-profanity.ts';
import { findRiskyLinks } from './find-risky-links.ts';
import { findStuffing } from './find-stuffing.ts';
import { findUnclearLinks } from './find-unclear-links.ts';
import type { SafetyFinding, SafetyPost, TextFinding } from './safety-finding.ts';
import { PLAIN_SETTINGS, type SafetySettings, weighFindings } from './weigh-findings.ts';

/** Lists of jobs ask about the same frozen texts again and again. */
const MOST_REMEMBERED = 2_000;
const remembered = new Map<string, TextFinding[]>();

/** A text of nothing but findings is told by its first ones. */
const MOST_OF_A_KIND = 20;

/**
 * Looks through texts that would go out: leaked credentials, links to private, denied, deceiving or
 * unclear hosts or with a password, personal data, profanity, blocked terms, hidden characters, what was
 * left over from writing, claims, mention and tag stuffing; each with the weight that the workspace gives
 * it. The same texts give the same findings, in the order of the texts. Calls nobody.
 */
export async function checkSafety(posts: readonly SafetyPost[], settings: SafetySettings = PLAIN_SETTINGS): Promise<SafetyFinding[]> {
  const findings = await Promise.all(
    posts.map(async ({ platform, field, text, links = [] }) => {
      const seen = asSeen(text);
      const { deniedHosts, blockedTerms } = settings;
      const written = [...findDeniedHosts(seen.text, deniedHosts), ...findBlockedTerms(seen.text, blockedTerms)].map(inWritten(seen));
      const own = [...written, ...findDeniedLinks(links, deniedHosts).filter((link) => !written.some(isWithin(link)))];
      const all = [...(await findingsOf(text, settings.timeZone)), ...ofEachKind(own)];
      return all.map((finding) => ({ ...finding, platform, field }));
    }),
  );
  return weighFindings(findings.flat(), settings);
}

/** What is found whatever the workspace, but for where it is. */
async function findingsOf(text: string, timeZone: string | null): Promise<TextFinding[]> {
  const key = hash('sha256', JSON.stringify([timeZone, text]));
  const known = remembered.get(key);
  if (known) return known;
  const findings = await readFindings(text, timeZone);
  remembered.set(key, findings);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return findings;
}

async function readFindings(text: string, timeZone: string | null): Promise<TextFinding[]> {
  const seen = asSeen(text);
  const asRead = [
    ...(await findCredentials(seen.text)),
    ...findRiskyLinks(seen.text),
    ...findUnclearLinks(seen.text),
    ...findPersonalData(seen.text, timeZone),
    ...findProfanity(seen.text),
    ...findStuffing(seen.text),
    ...findLeftovers(seen.text),
    ...findClaims(seen.text),
  ];
  return [...ofEachKind(asRead).map(inWritten(seen)), ...ofEachKind([...findHiddenCharacters(text), ...findLookalikeHosts(text)])];
}

/** Of one check and in the same place, so that it need not be said twice. */
function isWithin({ check, span: outer }: TextFinding): (finding: TextFinding) => boolean {
  return (finding) =>
    finding.check === check && !!finding.span && !!outer && finding.span.start >= outer.start && finding.span.end <= outer.end;
}

function inWritten({ written }: SeenText): (finding: TextFinding) => TextFinding {
  return ({ span, ...finding }) => ({ ...finding, span: span && written(span) });
}

/** The first of each check and severity, so that a screen can show them; what stops a post is never crowded out by what warns. */
function ofEachKind(findings: readonly TextFinding[]): TextFinding[] {
  const kinds = Map.groupBy(findings, ({ check, severity }) => `${check} ${severity}`);
  return [...kinds.values()].flatMap((own) => own.slice(0, MOST_OF_A_KIND));
}

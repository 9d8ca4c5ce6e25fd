import { spendWork } from '../long-work/work-budget.ts';
import { createPauses, type Pause } from '../long-work/yield-to-event-loop.ts';
import { asSeen, type SeenText } from '../platforms/text/as-seen.ts';
import { findCredentials } from './credentials/find-credentials.ts';
import { findDeniedHosts, findDeniedLinks } from './links/find-denied-hosts.ts';
import { findLookalikeHosts, findMisnamedLinks } from './links/find-lookalike-hosts.ts';
import { findRiskyLinks } from './links/find-risky-links.ts';
import { findUnclearLinks } from './links/find-unclear-links.ts';
import { findPersonalData } from './personal-data/find-personal-data.ts';
import type { SafetyPost, SafetySettings, TextFinding } from './safety-finding.ts';
import { findBlockedTerms } from './words/find-blocked-terms.ts';
import { findClaims } from './words/find-claims.ts';
import { findHiddenCharacters, findStuffing } from './words/find-hidden-characters.ts';
import { findLeftovers } from './words/find-leftovers.ts';
import { findProfanity } from './words/find-profanity.ts';
import { findRequestsForSecrets } from './words/find-requests-for-secrets.ts';

/** Only the first findings of each kind are reported. */
const MOST_OF_A_KIND = 20;

/** Pattern passes over the whole text. */
const PASSES = 200;

/** Checks with many patterns pause inside: patterns unused for a while are recompiled, which takes some 30 ms. */
const CHECKS: ((text: string, pause: Pause, timeZone: string | null) => TextFinding[] | Promise<TextFinding[]>)[] = [
  findCredentials,
  findRiskyLinks,
  findUnclearLinks,
  findMisnamedLinks,
  findPersonalData,
  findProfanity,
  findStuffing,
  findLeftovers,
  findClaims,
  findRequestsForSecrets,
];

/** The findings that do not depend on the workspace. No network access. */
export async function readFindings(text: string, timeZone: string | null): Promise<TextFinding[]> {
  spendWork(PASSES * text.length);
  const seen = asSeen(text);
  const pause = createPauses();
  const asRead: TextFinding[] = [];
  for (const find of CHECKS) {
    asRead.push(...(await find(seen.text, pause, timeZone)));
    await pause();
  }
  const asWritten = [...(await findHiddenCharacters(text, pause)), ...findLookalikeHosts(text)];
  return [...ofEachKind(asRead).map(toOriginalPosition(seen)), ...ofEachKind(asWritten)];
}

/** A workspace's own prohibitions. */
export type OwnTerms = Pick<SafetySettings, 'deniedHosts' | 'blockedTerms'>;

/** A text with its link targets. */
export type SaidText = Pick<SafetyPost, 'text'> & { links: NonNullable<SafetyPost['links']> };

/** The findings of a workspace's own lists. */
export function readOwnFindings({ text, links }: SaidText, { deniedHosts, blockedTerms }: OwnTerms): TextFinding[] {
  spendWork(PASSES * text.length);
  const seen = asSeen(text);
  const written = [...findDeniedHosts(seen.text, deniedHosts), ...findBlockedTerms(seen.text, blockedTerms)].map(toOriginalPosition(seen));
  return ofEachKind([...written, ...findDeniedLinks(links, deniedHosts).filter((link) => !written.some(isWithin(link)))]);
}

/** Of the same check within the span, so it is not reported twice. */
function isWithin({ check, span: outer }: TextFinding): (finding: TextFinding) => boolean {
  return (finding) =>
    finding.check === check && !!finding.span && !!outer && finding.span.start >= outer.start && finding.span.end <= outer.end;
}

/** Maps its position to the original text. */
function toOriginalPosition({ written }: SeenText): (finding: TextFinding) => TextFinding {
  return ({ span, ...finding }) => ({ ...finding, span: span && written(span) });
}

/** The first findings of each check and severity, so warnings never crowd out blocking ones. */
function ofEachKind(findings: readonly TextFinding[]): TextFinding[] {
  const kinds = Map.groupBy(findings, ({ check, severity }) => `${check} ${severity}`);
  return [...kinds.values()].flatMap((own) => own.slice(0, MOST_OF_A_KIND));
}

import { hash } from 'node:crypto';
import { findBlockedTerms } from './find-blocked-terms.ts';
import { findCredentials } from './find-credentials.ts';
import { findDeniedHosts } from './find-denied-hosts.ts';
import { findPersonalData } from './find-personal-data.ts';
import { findProfanity } from './find-profanity.ts';
import { findRiskyLinks } from './find-risky-links.ts';
import { findStuffing } from './find-stuffing.ts';
import type { SafetyFinding, SafetyPost, TextFinding } from './safety-finding.ts';
import { PLAIN_SETTINGS, type SafetySettings, weighFindings } from './weigh-findings.ts';

/** Lists of jobs ask about the same frozen texts again and again. */
const MOST_REMEMBERED = 2_000;
const remembered = new Map<string, TextFinding[]>();

/**
 * Looks through texts that would go out: leaked credentials, links to private or denied hosts or
 * with a password, personal data, profanity, blocked terms, mention and tag stuffing; each with the
 * weight that the workspace gives it. The same texts give the same findings, in the order of the
 * texts. Calls nobody.
 */
export async function checkSafety(posts: readonly SafetyPost[], settings: SafetySettings = PLAIN_SETTINGS): Promise<SafetyFinding[]> {
  const findings = await Promise.all(
    posts.map(async ({ platform, field, text }) => {
      const own = [...findDeniedHosts(text, settings.deniedHosts), ...findBlockedTerms(text, settings.blockedTerms)];
      return [...(await findingsOf(text)), ...own].map((finding) => ({ ...finding, platform, field }));
    }),
  );
  return weighFindings(findings.flat(), settings);
}

/** What is found whatever the workspace. */
async function findingsOf(text: string): Promise<TextFinding[]> {
  const key = hash('sha256', text);
  const known = remembered.get(key);
  if (known) return known;
  const findings = await readFindings(text);
  remembered.set(key, findings);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return findings;
}

async function readFindings(text: string): Promise<TextFinding[]> {
  return [
    ...(await findCredentials(text)),
    ...findRiskyLinks(text),
    ...findPersonalData(text),
    ...findProfanity(text),
    ...findStuffing(text),
  ];
}

import { hash } from 'node:crypto';
import { inThread, isLong } from '../long-work.ts';
import { type OwnTerms, readFindings, readOwnFindings, type SaidText } from './read-findings.ts';
import type { SafetyFinding, SafetyPost, TextFinding } from './safety-finding.ts';
import { PLAIN_SETTINGS, type SafetySettings, weighFindings } from './weigh-findings.ts';

/** Lists of jobs ask about the same frozen texts again and again. */
const MOST_REMEMBERED = 2_000;
const remembered = new Map<string, Promise<TextFinding[]>>();

/**
 * Looks through texts that would go out: leaked credentials, links to private, denied, deceiving or
 * unclear hosts or with a password, personal data, profanity, blocked terms, hidden characters, what was
 * left over from writing, claims, mention and tag stuffing; each with the weight that the workspace gives
 * it. The same texts give the same findings, in the order of the texts. Calls nobody.
 */
export async function checkSafety(posts: readonly SafetyPost[], settings: SafetySettings = PLAIN_SETTINGS): Promise<SafetyFinding[]> {
  const work = isLong(posts.reduce((sum, { text }) => sum + text.length, 0)) ? THERE : HERE;
  const findings = await Promise.all(
    posts.map(async ({ platform, field, text, links = [] }) => {
      const all = [...(await findingsOf(text, settings.timeZone, work)), ...(await ownFindingsOf({ text, links }, settings, work))];
      return all.map((finding) => ({ ...finding, platform, field }));
    }),
  );
  return weighFindings(findings.flat(), settings);
}

/** Where texts are read: here what is short, all together, and in a thread what others would wait for. */
interface Work {
  general(text: string, timeZone: string | null): Promise<TextFinding[]>;
  own(said: SaidText, terms: OwnTerms): Promise<TextFinding[]>;
}

const HERE: Work = { general: readFindings, own: async (said, terms) => readOwnFindings(said, terms) };
const THERE: Work = {
  general: (text, timeZone) => inThread('findings', { text, timeZone }),
  own: (said, terms) => inThread('ownFindings', { said, terms }),
};

/** What is found whatever the workspace, but for where it is. */
function findingsOf(text: string, timeZone: string | null, work: Work): Promise<TextFinding[]> {
  const key = hash('sha256', JSON.stringify([timeZone, text]));
  const known = remembered.get(key);
  if (known) return known;
  const findings = work.general(text, timeZone);
  remembered.set(key, findings);
  findings.catch(() => remembered.delete(key));
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return findings;
}

async function ownFindingsOf(said: SaidText, { deniedHosts, blockedTerms }: OwnTerms, work: Work): Promise<TextFinding[]> {
  return deniedHosts.length + blockedTerms.length === 0 ? [] : work.own(said, { deniedHosts, blockedTerms });
}

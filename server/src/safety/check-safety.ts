import { findCredentials } from './find-credentials.ts';
import { findRiskyLinks } from './find-risky-links.ts';
import { findStuffing } from './find-stuffing.ts';
import type { SafetyFinding, SafetyPost, TextFinding } from './safety-finding.ts';

const CHECKS: ((text: string) => TextFinding[])[] = [findCredentials, findRiskyLinks, findStuffing];

/**
 * Looks through texts that would go out: leaked credentials, links to private hosts or with a
 * password, mention and tag stuffing. Pure: the same texts give the same findings, in the order of
 * the texts.
 */
export function checkSafety(posts: readonly SafetyPost[]): SafetyFinding[] {
  return posts.flatMap(({ platform, field, text }) =>
    CHECKS.flatMap((check) => check(text).map((finding) => ({ ...finding, platform, field }))),
  );
}

import { DomainError } from '../../errors.ts';

/** The migration that replaces all migrations before 0.2.0. */
export const BASELINE = '0400-baseline';

/** The last of those, from which a database can be brought to the baseline. */
const LAST_BEFORE = '0320-failed-deliveries';

/** The migrations that the baseline replaces, as older databases and backups name them. */
const REPLACED: ReadonlySet<string> = new Set([
  '0001-first-tables',
  '0002-oauth',
  '0003-people',
  '0004-audit-chain',
  '0006-mails',
  '0007-payments',
  '0008-desk',
  '0009-planning',
  '0010-insight',
  '0011-words',
  '0012-connecting',
  '0013-stops-and-quotas',
  '0014-media',
  '0015-model-use',
  '0016-lifts-are-told',
  '0017-queue-at-scale',
  '0020-payload-rules',
  '0022-told-limits',
  '0024-link-cards',
  '0025-mentions',
  '0026-model-calls',
  '0028-job-revisions',
  '0029-authors',
  '0046-waiting',
  '0053-words-as-written',
  '0061-proved-people',
  '0070-wording-of-drafts',
  '0075-backups',
  '0090-events',
  '0091-webhooks',
  '0095-notices-by-person',
  '0096-web-push',
  '0105-second-factors',
  '0106-agents-by-who-let-them-in',
  '0110-signatures',
  '0111-holds',
  '0115-clients',
  '0116-comments',
  '0117-clients-again',
  '0125-notes-to-reviewers',
  '0130-who-wrote-the-note',
  '0145-clients-asked-again',
  '0146-in-turn-and-weekly',
  '0147-editors',
  '0148-stages',
  '0149-many-workspaces',
  '0150-asked-since',
  '0155-notice-chats',
  '0160-votes-tell-jobs',
  '0161-whose-stages',
  '0162-words-as-seen',
  '0163-drafts-are-told',
  '0165-signups',
  '0167-standing-approvals',
  '0172-oldest-events',
  '0174-waiting-publications',
  '0175-budgets',
  '0176-signed-standing',
  '0177-sentences-in-rows',
  '0178-operators-are-told',
  '0180-integrations',
  '0181-credits-left',
  '0182-waiting-for-the-service',
  '0183-agents-by-week',
  '0190-known-people',
  '0191-surcharges',
  '0192-went-out',
  '0198-languages',
  '0199-surcharges-with-a-link',
  '0200-rows-say-whose-they-are',
  '0201-jobs-on-a-platform',
  '0202-what-sweeps-look-for',
  '0203-audit-cuts',
  '0204-accounts-everywhere',
  '0210-cards-without-picture',
  '0220-kept-percent',
  '0230-standing-recombines',
  '0231-email-proof',
  '0232-renewed-tokens',
  '0260-half-out-jobs',
  '0261-votes-taken-back',
  '0280-held-posts-notify',
  '0281-notice-batches',
  '0320-failed-deliveries',
]);

/** Migration names with those before 0.2.0 replaced by the baseline. Throws if the schema is older than the last of them. */
export function sinceBaseline(names: readonly string[]): string[] {
  const newer = names.filter((name) => !REPLACED.has(name));
  if (newer.length === names.length) return newer;
  if (!names.includes(LAST_BEFORE))
    throw new DomainError('bad_user_input', {
      message: `The schema was made by a version before 0.2.0 and ends at ${names.at(-1)}, not at ${LAST_BEFORE}. Start the last version before 0.2.0 on it once, then this one.`,
    });
  return [BASELINE, ...newer];
}

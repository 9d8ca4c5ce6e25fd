import { DomainError } from '../../errors.ts';
import { Baseline } from './0400-baseline.ts';
import { ClientNames } from './0410-client-names.ts';
import { Departures } from './0430-departures.ts';
import { ModerationAnswers } from './0431-moderation-answers.ts';
import { RolesByOwners } from './0460-roles-by-owners.ts';
import { ReducedPictures } from './0461-reduced-pictures.ts';
import { Videos } from './0470-videos.ts';
import { NetworkSettings } from './0480-network-settings.ts';
import { Verifications } from './0500-verifications.ts';
import { Retractions } from './0501-retractions.ts';
import { VideoTracks } from './0514-video-tracks.ts';
import { FirstComments } from './0518-first-comments.ts';
import { PostMetrics } from './0522-post-metrics.ts';
import { Erasure } from './0530-erasure.ts';
import { CheckFirst } from './0540-check-first.ts';
import { FreePosts } from './0541-free-posts.ts';
import { FirstCommentNotices } from './0542-first-comment-notices.ts';
import { MoreMediaTypes } from './0550-more-media-types.ts';
import { LabelsAndTemplates } from './0570-labels-and-templates.ts';
import { CoversAndSubtitles } from './0580-covers-and-subtitles.ts';
import { Edits } from './0590-edits.ts';
import { AgentNames } from './0610-agent-names.ts';
import { StagedApprovals } from './0620-staged-approvals.ts';
import { ClientLanguages } from './0640-client-languages.ts';
import { EndsOfAccess } from './0650-ends-of-access.ts';
import { LookUps } from './0660-look-ups.ts';
import { EndedPosts } from './0670-ended-posts.ts';
import { DraftHistory } from './0680-draft-history.ts';
import { CommentsAndDisputes } from './0690-comments-and-disputes.ts';
import { RemindersByStage } from './0700-reminders-by-stage.ts';
import { ErasedClients } from './0701-erased-clients.ts';

/** The migration that replaces all migrations before 0.2.0. */
export const BASELINE = '0400-baseline';

/** Every migration in order. The migrations table stores the name, which never changes. */
export const MIGRATIONS = [
  { name: BASELINE, class: Baseline },
  { name: '0410-client-names', class: ClientNames },
  { name: '0430-departures', class: Departures },
  { name: '0431-moderation-answers', class: ModerationAnswers },
  { name: '0460-roles-by-owners', class: RolesByOwners },
  { name: '0461-reduced-pictures', class: ReducedPictures },
  { name: '0470-videos', class: Videos },
  { name: '0480-network-settings', class: NetworkSettings },
  { name: '0500-verifications', class: Verifications },
  { name: '0501-retractions', class: Retractions },
  { name: '0530-erasure', class: Erasure },
  { name: '0514-video-tracks', class: VideoTracks },
  { name: '0518-first-comments', class: FirstComments },
  { name: '0522-post-metrics', class: PostMetrics },
  { name: '0540-check-first', class: CheckFirst },
  { name: '0541-free-posts', class: FreePosts },
  { name: '0570-labels-and-templates', class: LabelsAndTemplates },
  { name: '0542-first-comment-notices', class: FirstCommentNotices },
  { name: '0550-more-media-types', class: MoreMediaTypes },
  { name: '0580-covers-and-subtitles', class: CoversAndSubtitles },
  { name: '0590-edits', class: Edits },
  { name: '0610-agent-names', class: AgentNames },
  { name: '0620-staged-approvals', class: StagedApprovals },
  { name: '0640-client-languages', class: ClientLanguages },
  { name: '0650-ends-of-access', class: EndsOfAccess },
  { name: '0660-look-ups', class: LookUps },
  { name: '0670-ended-posts', class: EndedPosts },
  { name: '0680-draft-history', class: DraftHistory },
  { name: '0690-comments-and-disputes', class: CommentsAndDisputes },
  { name: '0700-reminders-by-stage', class: RemindersByStage },
  { name: '0701-erased-clients', class: ErasedClients },
];

/** The last of those before the baseline, from which a database can be brought to the baseline. */
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

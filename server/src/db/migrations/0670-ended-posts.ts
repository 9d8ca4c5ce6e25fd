import { Migration } from '@mikro-orm/migrations';

/**
 * Removals whose post is gone, also where its first comment is left: until 0.6 only their message said so. Posts that a person
 * settled had their link as the network's id, which is of no use there. The jobs of expired approvals are found by their
 * drafts, also once a first attempt has failed; the removals that wait for a signature by an index of their own, as are the notices
 * whose matter may have ended.
 */
export class EndedPosts extends Migration {
  override up(): void {
    this.addSql(`alter table "retractions" add column "is_post_gone" boolean not null default false`);
    this.addSql(
      `update "retractions" set "is_post_gone" = true where "state" = 'removed' ` +
        `or ("state" = 'refused' and "message" like 'The post is removed, but its first comment %')`,
    );
    this.addSql(
      `create index notices_unsettled_index on notices (id) where seen_at is null and kind in ` +
        `('standing_proposed', 'outcome_unknown', 'connection_degraded', 'connection_ending')`,
    );
    this.addSql(`create index retractions_requested_index on retractions (workspace_id) where state = 'requested'`);
    this.addSql(
      `update "publications" p set "provider_id" = null, "verify_at" = null, "metrics_at" = null from "settlements" s ` +
        `where s."publication_id" = p."id" and p."provider_id" = s."evidence_url"`,
    );
    this.addSql(`drop index "publish_jobs_half_out_index"`);
    this.addSql(`drop index "drafts_approved_index"`);
    this.addSql(`create index "drafts_approved_index" on "drafts" ("id") where "state" in ('approved', 'scheduled', 'publishing')`);
  }
}

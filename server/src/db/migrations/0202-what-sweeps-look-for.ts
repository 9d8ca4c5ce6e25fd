import { Migration } from '@mikro-orm/migrations';

/** What sweeps look for is found by what is due and not by all that waits. */
export class WhatSweepsLookFor extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create index approvals_waiting_since_index on approvals (created_at) where state = 'pending'`,
  `create index approvals_going_out_index on approvals (scheduled_at) where state = 'pending' and scheduled_at is not null`,
  `create index approvals_expiring_index on approvals (expires_at) where state = 'pending'`,
  `drop index drafts_under_review_index`,
  `create index drafts_approved_index on drafts (id) where state in ('approved', 'scheduled')`,
  `create index publish_jobs_due_index on publish_jobs (greatest(scheduled_at, quiet_until, updated_at)) where state in ('ready', 'queued', 'publishing')`,
];

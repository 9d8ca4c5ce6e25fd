import { Migration } from '@mikro-orm/migrations';

/** The metrics that networks report for published posts, read on a schedule; earlier posts have none. */
export class PostMetrics extends Migration {
  override up(): void {
    this.addSql(`alter table "publications" add column "metrics_at" timestamp(3) with time zone null`);
    this.addSql(`alter table "publications" add column "metrics_failure" jsonb null`);
    this.addSql(`create index "publications_metrics_index" on "publications" ("metrics_at") where "metrics_at" is not null`);
    this.addSql(`create table "post_metrics" (
      "id" text not null,
      "account_id" text not null,
      "workspace_id" text not null,
      "publication_id" text not null,
      "due_at" timestamp(3) with time zone not null,
      "name" text not null,
      "metric" text null,
      "value" bigint null,
      "read_at" timestamp(3) with time zone not null,
      constraint "post_metrics_pkey" primary key ("id"),
      constraint "post_metrics_metric_check" check ("metric" in ('views', 'reach', 'likes', 'replies', 'reposts', 'quotes', 'saves', 'clicks')),
      constraint "post_metrics_publication_id_due_at_name_unique" unique ("publication_id", "due_at", "name"),
      constraint "post_metrics_publication_id_foreign" foreign key ("workspace_id", "publication_id", "account_id") references "publications" ("workspace_id", "id", "account_id")
    )`);
    this.addSql(
      `create trigger post_metrics_append_only before delete or update on post_metrics for each row execute function refuse_change_unless_erased()`,
    );
  }
}

import { Migration } from '@mikro-orm/migrations';

/** A post with a link may take another surcharge than one without; null: the same. */
export class SurchargesWithALink extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `alter table "platform_surcharges" add column "credits_with_link" int null`,
  `alter table "platform_surcharges" add constraint "platform_surcharges_credits_with_link_check"
    check (credits_with_link >= 0 and credits_with_link <= 100)`,
];

import { Migration } from '@mikro-orm/migrations';

/** A post may take more than one credit on a platform; what it takes stands with it from when it is asked for. */
export class Surcharges extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `create table "platform_surcharges" ("platform" text not null, "credits" int not null, "set_by" text null, "set_at" timestamptz(3) not null,
    primary key ("platform"))`,
  `alter table "platform_surcharges" add constraint "platform_surcharges_credits_check" check (credits >= 0 and credits <= 100)`,
  `alter table "publications" add column "credits" int not null default 1`,
  `alter table "publications" add constraint "publications_credits_check" check (credits >= 1)`,
  `alter table "credit_holds" add column "credits" int not null default 1, add column "from_pack" int not null default 0`,
  `alter table "credit_holds" add constraint "credit_holds_credits_check" check (credits >= 1)`,
  `alter table "credit_holds" add constraint "credit_holds_from_pack_check"
    check (from_pack = 0 or (bucket = 'allowance' and from_pack > 0 and from_pack < credits))`,
];

import { expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';

const database = useTestDatabase();

/**
 * Tables with rows that do not, or not always, belong to an account, with the reason. Every other table names
 * its rows' account.
 */
const WITHOUT_ACCOUNT: Record<string, string> = {
  accounts: 'its id is the account',
  attempt_windows: 'counts of people who are not signed in',
  audit_entries: 'empty for what concerns the whole service, or a person without an account',
  grant_requests: 'of no account until a person allows it',
  installations: 'of the service',
  launch_steps: 'of the service',
  mails: 'empty for what is mailed to a person without an account',
  migrations: 'of the service',
  notice_chats: 'a person’s, whose accounts may be many',
  notice_deliveries: 'a person’s, whose accounts may be many',
  notice_settings: 'a person’s, whose accounts may be many',
  notices: 'empty for notices to operators',
  oauth_clients: 'programs that registered themselves, for any account',
  passkeys: 'a person’s, whose accounts may be many',
  password_resets: 'a person’s, whose accounts may be many',
  platform_surcharges: 'of the service',
  push_devices: 'a person’s, whose accounts may be many',
  quota_uses: 'of limits that all customers share, too',
  recovery_codes: 'a person’s, whose accounts may be many',
  sandbox_posts: 'a simulated foreign server, which has no accounts',
  sandbox_tries: 'a simulated foreign server, which has no accounts',
  service_keys: 'of the service',
  service_matters: 'of the service',
  service_switches: 'of the service',
  sessions: 'a person’s, whose accounts may be many',
  setup_tokens: 'before there is any account',
  sign_in_steps: 'a person’s, whose accounts may be many',
  signups: 'before there is an account',
  stripe_events: 'payments that were dealt with, whosever they are',
  totp_secrets: 'a person’s, whose accounts may be many',
  users: 'a person, whose accounts may be many',
  webauthn_challenges: 'of a browser that may be signed out',
};

it('every table says who owns its rows, or is listed here with the reason', async () => {
  const rows = await database.orm.em.fork().execute<{ name: string }[]>(
    `select tablename as name from pg_tables where schemaname = 'public' and not exists (
       select from information_schema.columns c where c.table_schema = 'public' and c.table_name = tablename
          and c.column_name = 'account_id' and c.is_nullable = 'NO') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_ACCOUNT).sort());
});

/**
 * Written only by people, who name their parent under their own row-level security; they contain nothing of a
 * workspace.
 */
const BY_ID = ['safety_lifts.draft_id', 'settlements.publication_id'];

/** Foreign keys to such a parent include the account, so a row and its parent never belong to two accounts. */
it('no row belongs to another account than its parent', async () => {
  const rows = await database.orm.em.fork().execute<{ name: string }[]>(
    `select conrelid::regclass || '.' || a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
      where contype = 'f' and cardinality(conkey) = 1 and a.attnotnull
        and confrelid in (select conrelid from pg_constraint where contype = 'u' and pg_get_constraintdef(oid) = 'UNIQUE (workspace_id, id, account_id)')
      order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(BY_ID);
});

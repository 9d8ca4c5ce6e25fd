/** What a request may do with the visible rows. */
export type Privilege = 'select' | 'insert' | 'update' | 'delete';

/**
 * The row-level security of one table: the rows that PostgreSQL itself shows to a request and lets it change,
 * whatever the statement.
 */
export interface RowPolicy {
  may: readonly [Privilege, ...Privilege[]];
  /** The rows that can be seen. */
  sees: string;
  /** The rows that can be written, before and after the change; by default the visible ones. */
  writes?: string;
  /** Further conditions of an updated row. Rows that are only locked need not meet them. */
  updated?: string;
  /** The rows that can be deleted; by default the writable ones. */
  deletes?: string;
  /** Columns that no request ever reads: hashes of secrets. They can be written. */
  hides?: readonly string[];
  /** The only columns that a request may update; all by default. */
  updates?: readonly string[];
}

/** No request may use the table; only the service as the owner does, for the given reason. */
export interface Closed {
  closed: string;
}

const bare = (name: string): string => `nullif(current_setting('app.${name}', true), '')`;
/** As a subquery it is evaluated once per statement, and a cached plan does not depend on the first caller's value. */
const setting = (name: string): string => `(select ${bare(name)})`;
const ofPerson = (column: string): string => `${column} = ${setting('user_id')}`;
const ofAccount = (column = 'account_id'): string =>
  `${column} = any ((select string_to_array(current_setting('app.account_ids', true), ','))::text[])`;
/**
 * Evaluated per row: a statement reads few rows of many tables, and initializing a subquery costs as much as some
 * hundred rows. No `or`: PostgreSQL estimates that it matches nothing, and then sorts 100,000 rows instead of reading
 * 26.
 */
const PEOPLE = `${bare('workspace_id')} is null`;
const ofWorkspace = (column = 'workspace_id'): string => `coalesce(${column} = ${bare('workspace_id')}, true)`;
/**
 * The parent's policy applies: the subquery sees no more than the request does. No `exists`, which PostgreSQL plans
 * in two ways at once.
 */
const withParent = (child: string, column: string, parent: string): string =>
  `(select true from ${parent} parent where parent.id = ${child}.${column})`;

const inAccount = ofAccount();
const inWorkspace = `${ofAccount()} and ${ofWorkspace()}`;
const ofPeopleOfAccount = `${ofAccount()} and ${PEOPLE}`;
/** People see the whole account without checking the parent; an agent only what belongs to its own workspace. */
const inAccountWith = (child: string, column: string, parent: string): string =>
  `${ofAccount()} and (${PEOPLE} or ${withParent(child, column, parent)})`;

/** The person, members of their accounts, and former members whose name appears in the accounts' work (migration 0190). */
const isKnownPerson = `${ofPerson('id')} or is_known_person(id)`;

const isAboutOwnThing = ['drafts', 'approvals', 'publish_jobs', 'publications']
  .map((table) => withParent('audit_entries', 'subject_id', table))
  .join(' or ');

/** Never whether they are an operator, and never their address. */
const USERS_OWN = ['name', 'language', 'password_hash', 'email_confirmed_at', 'email_proof'];

/** The person of the request is an owner of the account (migration 0460). */
const OWNED = 'is_own_account(account_id)';

const READ: RowPolicy['may'] = ['select'];
const APPEND: RowPolicy['may'] = ['select', 'insert'];
const CHANGE: RowPolicy['may'] = ['select', 'insert', 'update'];
const ALL: RowPolicy['may'] = ['select', 'insert', 'update', 'delete'];

/**
 * Every table of the service, one line each; a missing one fails a test, and until it is added no request can use it.
 * applyRowPolicies() updates the database at every start.
 */
export const ROW_POLICIES: Readonly<Record<string, RowPolicy | Closed>> = {
  accounts: { may: ['select', 'update'], sees: ofAccount('id'), updates: ['erase_at'], writes: 'is_own_account(id)' },
  workspaces: { may: CHANGE, sees: `${ofAccount()} and ${ofWorkspace('id')}` },
  users: { may: ['select', 'update'], sees: isKnownPerson, writes: ofPerson('id'), hides: ['password_hash'], updates: USERS_OWN },
  memberships: {
    may: ['select', 'update', 'delete'],
    sees: inAccount,
    writes: ofPeopleOfAccount,
    updates: ['role'],
    updated: OWNED,
    deletes: `${ofAccount()} and (${ofPerson('user_id')} or ${OWNED})`,
  },
  invitations: { may: CHANGE, sees: ofPeopleOfAccount },
  notices: { may: CHANGE, sees: `${ofPeopleOfAccount} and ${ofPerson('user_id')}`, writes: inAccount },
  push_devices: { may: ['select', 'insert', 'update', 'delete'], sees: ofPerson('user_id'), hides: ['sealed_subscription'] },
  notice_chats: { may: ALL, sees: ofPerson('user_id'), hides: ['sealed_address'] },
  notice_settings: { may: CHANGE, sees: ofPerson('user_id') },

  // Bodies are encrypted; requests may insert but not read.
  mails: { may: ['insert'], sees: 'false', writes: `${ofAccount()} or account_id is null` },

  agents: {
    may: CHANGE,
    sees: `${ofAccount()} and (${PEOPLE} or (select true from grants g where g.agent_id = agents.id limit 1))`,
    writes: ofPeopleOfAccount,
  },
  grants: { may: CHANGE, sees: inWorkspace },
  api_keys: { may: CHANGE, sees: inWorkspace, hides: ['key_hash'] },
  idempotency_keys: { may: CHANGE, sees: `grant_id = ${setting('grant_id')}` },
  grant_requests: {
    may: ['select', 'update'],
    sees: `session_id = ${setting('session_id')}`,
    writes: `session_id = ${setting('session_id')} and (workspace_id is null or ${withParent('grant_requests', 'workspace_id', 'workspaces')})`,
  },

  sessions: { may: ['select', 'delete'], sees: ofPerson('user_id'), hides: ['token_hash', 'previous_token_hash'] },
  sign_in_steps: { may: ['select', 'delete'], sees: ofPerson('user_id') },
  totp_secrets: { may: ALL, sees: ofPerson('user_id') },
  recovery_codes: { may: ALL, sees: ofPerson('user_id') },
  passkeys: { may: ALL, sees: ofPerson('user_id') },
  webauthn_challenges: { may: ['select', 'insert'], sees: `session_id = ${setting('session_id')}` },

  connections: { may: CHANGE, sees: inWorkspace },
  media: { may: ['select', 'insert', 'delete'], sees: inWorkspace },
  account_storage: { may: CHANGE, sees: inAccount },
  renditions: { may: ['select', 'insert', 'delete'], sees: inAccountWith('renditions', 'media_id', 'media') },
  link_cards: { may: APPEND, sees: inWorkspace },
  mentions: { may: CHANGE, sees: inWorkspace },
  connect_requests: { may: ['select', 'insert', 'delete'], sees: `${ofPeopleOfAccount} and session_id = ${setting('session_id')}` },
  drafts: { may: CHANGE, sees: inWorkspace },
  draft_authors: { may: CHANGE, sees: inWorkspace },
  caption_sets: { may: APPEND, sees: inWorkspace },
  captions: { may: APPEND, sees: inWorkspace },
  model_calls: { may: APPEND, sees: inWorkspace },
  moderation_answers: { may: APPEND, sees: inWorkspace },
  payloads: { may: APPEND, sees: inWorkspace },
  approvals: { may: CHANGE, sees: inWorkspace },
  // An agent reads those that were signed for it, and writes none.
  standing_approvals: {
    may: CHANGE,
    sees: `${inWorkspace} and (${PEOPLE} or state in ('active', 'ended')
      and agent_id = (select g.agent_id from grants g where g.id = ${setting('grant_id')}))`,
    writes: ofPeopleOfAccount,
  },
  decision_signatures: { may: APPEND, sees: inWorkspace },
  // Undone by the person who decided; the table permits this only before anything is published.
  approval_decisions: { may: ['select', 'insert', 'delete'], sees: inWorkspace },
  // A decision by link locks its row, which PostgreSQL treats as an update.
  client_links: { may: CHANGE, sees: inWorkspace, hides: ['token_hash'] },
  // Internal comments are never visible to agents and clients, whatever the query.
  comments: { may: CHANGE, sees: `${inWorkspace} and (${PEOPLE} or visibility = 'shared')` },
  client_link_drafts: { may: APPEND, sees: inWorkspace },
  publish_jobs: { may: CHANGE, sees: inWorkspace },
  publish_job_revisions: { may: APPEND, sees: inWorkspace },
  publications: { may: CHANGE, sees: inWorkspace },
  attempts: { may: READ, sees: inWorkspace },
  settlements: { may: APPEND, sees: inAccountWith('settlements', 'publication_id', 'publications') },
  retractions: { may: CHANGE, sees: inWorkspace, updates: ['state', 'decided_by', 'decided_at', 'next_attempt_at', 'ended_at'] },
  // Workers write them; a person settles or resends one.
  first_comments: {
    may: ['select', 'update'],
    sees: inWorkspace,
    updates: ['state', 'decided_by', 'next_attempt_at', 'first_attempt_at', 'sent_at', 'message', 'sentence', 'ended_at'],
  },
  verifications: { may: READ, sees: inWorkspace },
  // Agents read them; people write them.
  draft_templates: { may: ALL, sees: inWorkspace, writes: ofPeopleOfAccount },
  post_metrics: { may: READ, sees: inWorkspace },
  safety_lifts: { may: APPEND, sees: inAccountWith('safety_lifts', 'draft_id', 'drafts') },
  sandbox_posts: { may: READ, sees: `feed in (select external_id from connections where platform = 'sandbox')` },

  credit_balances: { may: CHANGE, sees: inAccount, updates: ['available', 'held'] },
  credit_holds: { may: ['select', 'update'], sees: inAccount, updates: ['state', 'ended_at'] },
  credit_entries: { may: APPEND, sees: inAccount },
  credit_orders: { may: CHANGE, sees: ofPeopleOfAccount },

  audit_entries: {
    may: APPEND,
    // An agent reads the entries about its own workspace's objects: they are part of a job's evidence.
    sees: `(${ofAccount()} and (${PEOPLE} or ${isAboutOwnThing})) or (account_id is null and actor_id = ${setting('user_id')})`,
    // A person's changes to their own sign-in belong to no account.
    writes: `${ofAccount()} or (account_id is null and actor_id = ${setting('user_id')})`,
  },
  audit_links: { may: READ, sees: inAccountWith('audit_links', 'entry_id', 'audit_entries') },
  audit_heads: { may: READ, sees: ofPeopleOfAccount },
  audit_rolls: { may: READ, sees: ofPeopleOfAccount },
  audit_cuts: { may: READ, sees: ofPeopleOfAccount },

  // Agents do not see events of other grants.
  events: {
    may: APPEND,
    sees: `${inWorkspace} and (${PEOPLE} or grant_id is null or grant_id = ${setting('grant_id')})`,
    writes: inWorkspace,
  },
  event_heads: { may: CHANGE, sees: inWorkspace },
  webhook_endpoints: { may: ALL, sees: `${inWorkspace} and (${PEOPLE} or grant_id = ${setting('grant_id')})` },
  webhook_deliveries: {
    may: CHANGE,
    sees: `${ofAccount()} and ${withParent('webhook_deliveries', 'endpoint_id', 'webhook_endpoints')}`,
  },
  unread_events: { may: ['insert'], sees: 'false', writes: inAccount },

  // Rows without an owner: everyone may read the signed launch steps, the stop switch, the prices and the
  // registered
  // programs.
  launch_steps: { may: READ, sees: 'true' },
  platform_surcharges: { may: READ, sees: 'true', hides: ['set_by'] },
  service_keys: { may: READ, sees: 'true', hides: ['sealed_private_key'] },
  service_switches: { may: READ, sees: 'true', hides: ['stopped_by'] },
  oauth_clients: { may: READ, sees: 'true' },

  attempt_windows: { closed: 'Counts the guesses of people who are not signed in; counted in statements that commit by themselves.' },
  credit_alerts: {
    closed: 'Which owners were notified of a low balance. The worker notifies them; credits are added by the operator or a payment.',
  },
  stripe_events: { closed: 'The events of payments that were dealt with, whosever payments they are.' },
  client_codes: { closed: 'Codes for clients, who are anonymous until they have entered one.' },
  client_recalls: { closed: 'Which clients are to look again: the worker’s own list.' },
  client_link_tokens: { closed: 'Other tokens of a client’s link; looked up before it is known who asks.' },
  client_sessions: { closed: 'Browsers in which a client has typed a code; looked up before it is known who asks.' },
  password_resets: { closed: 'Links to a new password, for people who are not signed in.' },
  installations: { closed: 'Which master key this database belongs to.' },
  service_matters: { closed: 'What only operators can put right: the worker’s own list.' },
  signups: { closed: 'Who asks for an account, before there is any; operators alone read it.' },
  setup_tokens: { closed: 'Makes the first operator, before there is any account.' },
  notice_deliveries: { closed: 'Which notices go out by mail, push and chat: the worker’s own list.' },
  approval_turns: { closed: 'Who was asked after whom: the worker’s own list.' },
  weekly_summaries: { closed: 'Whose week was summed up: the worker’s own list.' },
  approval_reminders: { closed: 'Which reminders were given: the worker’s own list.' },
  quota_uses: { closed: 'What the worker has used of the limits of platforms, also of those that all customers share.' },
  sandbox_tries: { closed: 'The inside of the sandbox platform, which represents a foreign server.' },
  migrations: { closed: 'The record of what this schema has been through.' },
};

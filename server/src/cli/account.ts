import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createAccount, listAccounts, setAccountState } from '../access/accounts.ts';
import { hashPassword } from '../access/passwords/password.ts';
import { beginErasure, eraseAccount, keepAccount } from '../account-data/erase-account.ts';
import { noteExport } from '../account-data/export-account.ts';
import { FIRST_PLAN, PLANS, readPlan } from '../credits/products.ts';
import { inTransaction } from '../db/transaction.ts';
import { limitWorkspaces } from '../workspaces/workspace-lifecycle.ts';
import { type Command, optionalText, textOf } from './command.ts';
import { readSecretFile } from './secret-files.ts';

const create: Command = {
  noun: 'account',
  verb: 'create',
  help: 'makes a customer with its owner and a first workspace',
  flags: {
    name: { value: 'NAME', isRequired: true, help: 'of the account and its first workspace' },
    'owner-email': { value: 'ADDRESS', isRequired: true, help: 'with which the owner signs in' },
    'owner-password-file': { value: 'FILE', isRequired: true, help: 'holds the password, 12 to 200 characters' },
    'owner-name': { value: 'NAME', help: 'the email address when left out' },
    plan: { value: 'PLAN', help: `one of ${PLANS.map(({ id }) => id).join(', ')} (${FIRST_PLAN} when left out)` },
    approve: { help: 'lets it work at once' },
  },
  async run(ctx, flags) {
    const ownerEmail = textOf(flags, 'owner-email');
    const ownerPassword = await readSecretFile(textOf(flags, 'owner-password-file'), 'owner-password-file');
    const plan = readPlan(optionalText(flags, 'plan') ?? FIRST_PLAN);
    const name = textOf(flags, 'name');
    const ownerName = optionalText(flags, 'owner-name') ?? ownerEmail;
    const ownerPasswordHash = await hashPassword({ password: ownerPassword, pointer: '/password', about: [ownerEmail, ownerName, name] });
    const made = await inTransaction(ctx, (tx) =>
      createAccount(tx, {
        name,
        ownerName,
        ownerEmail,
        ownerPasswordHash,
        isApproved: flags.approve === true,
        plan,
      }),
    );
    return { account_id: made.accountId, workspace_id: made.workspaceId, user_id: made.userId };
  },
};

const changes = (verb: string, state: 'approved' | 'suspended', help: string): Command => ({
  noun: 'account',
  verb,
  help,
  flags: { account: { value: 'ID', isRequired: true, help: 'the account' } },
  async run(ctx, flags) {
    const account = await inTransaction(ctx, (tx) => setAccountState(tx, textOf(flags, 'account'), state));
    return { account_id: account.id, state: account.state };
  },
});

const list: Command = {
  noun: 'account',
  verb: 'list',
  help: 'lists the accounts, newest first, 100 at a time',
  flags: { cursor: { value: 'C', help: 'next_cursor of the answer before' } },
  async run(ctx, flags) {
    const page = await listAccounts(ctx, { limit: 100, cursor: optionalText(flags, 'cursor') ?? null });
    return {
      accounts: page.items.map(({ id, name, state, plan, mostWorkspaces, createdAt }) => ({
        account_id: id,
        name,
        state,
        plan,
        most_workspaces: mostWorkspaces,
        created_at: createdAt,
      })),
      next_cursor: page.nextCursor,
    };
  },
};

const limit: Command = {
  noun: 'account',
  verb: 'limit',
  help: 'says how many workspaces the account may have in use',
  flags: {
    account: { value: 'ID', isRequired: true, help: 'the account' },
    workspaces: { value: 'N', isRequired: true, help: '1 to 1,000; 10 for a new account' },
  },
  async run(ctx, flags) {
    const most = Number(textOf(flags, 'workspaces'));
    const account = await inTransaction(ctx, (tx) => limitWorkspaces(tx, textOf(flags, 'account'), most));
    return { account_id: account.id, most_workspaces: account.mostWorkspaces };
  },
};

const exportAll: Command = {
  noun: 'account',
  verb: 'export',
  help: 'writes everything of the account but its secrets into a ZIP file, for a request of its owner',
  flags: {
    account: { value: 'ID', isRequired: true, help: 'the account' },
    to: { value: 'FILE', isRequired: true, help: 'a file that is not there yet; readable by you alone' },
  },
  async run(ctx, flags) {
    const [accountId, to] = [textOf(flags, 'account'), textOf(flags, 'to')];
    await inTransaction(ctx, (tx) => noteExport(tx, accountId));
    const { exportAccount } = await import('../account-data/export-account.ts');
    await pipeline(exportAccount(ctx, accountId), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
    return { account_id: accountId, file: to, bytes: (await stat(to)).size };
  },
};

const erase: Command = {
  noun: 'account',
  verb: 'erase',
  help: 'erases the account and all that is of it, at once and for good, but pseudonymous evidence, ledger and audit log',
  flags: {
    account: { value: 'ID', isRequired: true, help: 'the account; it is suspended first' },
    name: { value: 'NAME', isRequired: true, help: 'as it is called, so that no other one is erased by mistake' },
  },
  async run(ctx, flags) {
    const accountId = textOf(flags, 'account');
    await inTransaction(ctx, (tx) => beginErasure(tx, accountId, textOf(flags, 'name')));
    const { isDone, removed, changed } = await eraseAccount(ctx, accountId);
    return { account_id: accountId, erased: isDone, rows_removed: removed, rows_changed: changed };
  },
};

const keep: Command = {
  noun: 'account',
  verb: 'keep',
  help: 'takes the request of an owner to erase the account back, before it begins',
  mails: true,
  flags: { account: { value: 'ID', isRequired: true, help: 'the account' } },
  async run(ctx, flags) {
    const account = await inTransaction(ctx, (tx) => keepAccount(tx, textOf(flags, 'account')));
    return { account_id: account.id, kept: true };
  },
};

export const ACCOUNT_COMMANDS: Command[] = [
  create,
  changes('approve', 'approved', 'lets the account work'),
  changes('suspend', 'suspended', 'stops everything of the account'),
  limit,
  exportAll,
  erase,
  keep,
  list,
];

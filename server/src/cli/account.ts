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
  help: 'Create a customer account with its owner and first workspace',
  flags: {
    name: { value: 'NAME', isRequired: true, help: 'name of the account and its first workspace' },
    'owner-email': { value: 'ADDRESS', isRequired: true, help: 'the owner’s sign-in email address' },
    'owner-password-file': { value: 'FILE', isRequired: true, help: 'file with the password, 12 to 200 characters' },
    'owner-name': { value: 'NAME', help: 'the owner’s name; default: the email address' },
    plan: { value: 'PLAN', help: `one of ${PLANS.map(({ id }) => id).join(', ')}; default: ${FIRST_PLAN}` },
    approve: { help: 'approve the account at once' },
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
  help: 'List accounts, newest first, 100 per page',
  flags: { cursor: { value: 'C', help: 'next_cursor of the previous page' } },
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
  help: 'Set how many active workspaces the account may have',
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
  help: 'Export all data of the account, except secrets, to a ZIP file, for an owner’s data request',
  flags: {
    account: { value: 'ID', isRequired: true, help: 'the account' },
    to: { value: 'FILE', isRequired: true, help: 'new file, readable only by you' },
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
  help: 'Erase the account and its data immediately and permanently, except pseudonymized evidence, ledger and audit log',
  flags: {
    account: { value: 'ID', isRequired: true, help: 'the account; it is suspended first' },
    name: { value: 'NAME', isRequired: true, help: 'the account’s name, as confirmation' },
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
  help: 'Cancel an owner’s request to erase the account, before the erasure begins',
  mails: true,
  flags: { account: { value: 'ID', isRequired: true, help: 'the account' } },
  async run(ctx, flags) {
    const account = await inTransaction(ctx, (tx) => keepAccount(tx, textOf(flags, 'account')));
    return { account_id: account.id, kept: true };
  },
};

export const ACCOUNT_COMMANDS: Command[] = [
  create,
  changes('approve', 'approved', 'Approve the account'),
  changes('suspend', 'suspended', 'Suspend the account: nothing is published and API requests are refused'),
  limit,
  exportAll,
  erase,
  keep,
  list,
];

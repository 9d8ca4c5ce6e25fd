import { approveSignup, listSignups, refuseSignup } from '../access/decide-signup.ts';
import { FIRST_PLAN, PLANS, readPlan } from '../credits/products.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Command, optionalText, textOf } from './command.ts';

const list: Command = {
  noun: 'signup',
  verb: 'list',
  help: 'List pending sign-up requests, oldest first, 100 per page',
  flags: { cursor: { value: 'C', help: 'next_cursor of the previous page' } },
  async run(ctx, flags) {
    const page = await listSignups(ctx, { limit: 100, cursor: optionalText(flags, 'cursor') ?? null });
    return {
      signups: page.items.map(({ id, name, workspaceName, email, askedAt, expiresAt }) => ({
        signup_id: id,
        name,
        workspace_name: workspaceName,
        email,
        asked_at: askedAt,
        expires_at: expiresAt,
      })),
      next_cursor: page.nextCursor,
    };
  },
};

const approve: Command = {
  noun: 'signup',
  verb: 'approve',
  help: 'Create the requested account, approved, and notify its owner by email',
  mails: true,
  flags: {
    signup: { value: 'ID', isRequired: true, help: 'the request' },
    plan: { value: 'PLAN', help: `one of ${PLANS.map(({ id }) => id).join(', ')}; default: ${FIRST_PLAN}` },
  },
  async run(ctx, flags) {
    const plan = readPlan(optionalText(flags, 'plan') ?? FIRST_PLAN);
    const made = await inTransaction(ctx, (tx) => approveSignup(tx, textOf(flags, 'signup'), { plan }));
    return { account_id: made.accountId, workspace_id: made.workspaceId, user_id: made.userId };
  },
};

const refuse: Command = {
  noun: 'signup',
  verb: 'refuse',
  help: 'Refuse the request and notify the person by email',
  mails: true,
  flags: {
    signup: { value: 'ID', isRequired: true, help: 'the request' },
    reason: { value: 'WORDS', help: 'the reason, included in the email' },
  },
  async run(ctx, flags) {
    const reason = optionalText(flags, 'reason') ?? null;
    const { id, state } = await inTransaction(ctx, (tx) => refuseSignup(tx, textOf(flags, 'signup'), { reason }));
    return { signup_id: id, state };
  },
};

export const SIGNUP_COMMANDS: Command[] = [list, approve, refuse];

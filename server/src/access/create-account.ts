import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import type { Language } from '../languages/language.ts';
import { newId } from '../new-id.ts';
import { Account } from './account.entity.ts';
import { Membership } from './membership.entity.ts';
import type { PasswordHash } from './passwords/password.ts';
import { readEmail, readName } from './people.ts';
import { type EmailProof, User } from './user.entity.ts';
import { Workspace } from './workspace.entity.ts';

export interface CreateAccountInput {
  name: string;
  ownerName: string;
  ownerEmail: string;
  ownerPasswordHash: PasswordHash;
  isApproved: boolean;
  /** Key into the plan catalogue of credits/. */
  plan: string;
  /** The name of its first workspace; the account's own by default. */
  workspaceName?: string;
  /** How the owner's address was verified; by the operator by default. */
  emailProof?: EmailProof;
  isOperator?: boolean;
  /** The owner's language. */
  language?: Language | null;
  /** Of its first workspace, checked; UTC by default. */
  timeZone?: string;
}

export interface CreatedAccount {
  accountId: string;
  workspaceId: string;
  userId: string;
}

/** Creates a customer with its owner and a first workspace. The transport checks the permission. */
export async function createAccount(ctx: Context, input: CreateAccountInput): Promise<CreatedAccount> {
  assertTransaction(ctx);
  const email = readEmail(input.ownerEmail, '/email');
  if (await ctx.em.count(User, { email })) throw addressTaken(email);
  const createdAt = ctx.clock.now();
  const accountId = newId('acc');
  const userId = newId('usr');
  const workspaceId = newId('wsp');
  ctx.em.create(Account, {
    id: accountId,
    name: readName(input.name, '/name'),
    state: input.isApproved ? 'approved' : 'pending',
    plan: input.plan,
    createdAt,
  });
  ctx.em.create(User, {
    id: userId,
    email,
    name: readName(input.ownerName, '/owner_name'),
    passwordHash: input.ownerPasswordHash,
    // The operator creates accounts and vouches for the address.
    emailConfirmedAt: createdAt,
    emailProof: input.emailProof ?? 'operator',
    isOperator: input.isOperator ?? false,
    language: input.language ?? null,
    createdAt,
  });
  ctx.em.create(Membership, { userId, accountId, role: 'owner', createdAt });
  ctx.em.create(Workspace, {
    id: workspaceId,
    accountId,
    name: readName(input.workspaceName ?? input.name, '/workspace_name'),
    createdAt,
    ...(input.timeZone === undefined ? {} : { timeZone: input.timeZone }),
  });
  await ctx.em.flush().catch((error) => {
    // The address was taken between our query and our insert.
    throw error instanceof UniqueConstraintViolationException ? addressTaken(email) : error;
  });
  await recordAudit(ctx, { accountId, action: 'account.created', subjectId: accountId, details: { plan: input.plan } });
  return { accountId, workspaceId, userId };
}

function addressTaken(email: string): DomainError {
  return new DomainError('already_exists', { message: `There is a person with the e-mail address ${email} already.` });
}

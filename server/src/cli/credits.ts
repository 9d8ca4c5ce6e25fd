import { Account } from '../access/account.entity.ts';
import type { Context } from '../context.ts';
import { addCredits, correctCredits } from '../credits/add-credits.ts';
import { BUCKETS } from '../credits/credit.entities.ts';
import { type Balance, readBalances } from '../credits/credit-queries.ts';
import { PRODUCTS } from '../credits/products.ts';
import { platformPrices, setSurcharge } from '../credits/surcharges.ts';
import { verifyLedger } from '../credits/verify-ledger.ts';
import { inReading, inTransaction } from '../db/transaction.ts';
import { DomainError } from '../errors.ts';
import { verifyHolds } from '../publishing/jobs/promised-credits.ts';
import { type Command, optionalWholeNumber, textOf, UsageError, wholeNumberOf } from './command.ts';

const accountFlag = { account: { value: 'ID', isRequired: true, help: 'the account' } };

const add: Command = {
  noun: 'credits',
  verb: 'add',
  help: 'Add purchased credits',
  flags: {
    ...accountFlag,
    product: { value: 'ID', isRequired: true, help: `one of ${PRODUCTS.map(({ id }) => id).join(', ')}` },
    quantity: { value: 'N', isRequired: true, help: 'number of units of the product' },
  },
  async run(ctx, flags) {
    const accountId = textOf(flags, 'account');
    const purchase = { accountId, product: textOf(flags, 'product'), quantity: wholeNumberOf(flags, 'quantity') };
    return present(accountId, await inTransaction(ctx, (tx) => addCredits(tx, purchase)));
  },
};

const correct: Command = {
  noun: 'credits',
  verb: 'correct',
  help: 'Correct a balance, with a reason that is kept in the ledger; never below zero',
  flags: {
    ...accountFlag,
    bucket: { value: 'B', isRequired: true, help: `one of ${BUCKETS.join(', ')}` },
    add: { value: 'N', help: 'credits to add; pass either --add or --take' },
    take: { value: 'N', help: 'credits to remove' },
    reason: { value: 'TEXT', isRequired: true, help: 'the reason, in a sentence' },
  },
  async run(ctx, flags) {
    const accountId = textOf(flags, 'account');
    const bucket = BUCKETS.find((known) => known === textOf(flags, 'bucket'));
    if (!bucket) throw new UsageError(`--bucket must be one of ${BUCKETS.join(', ')}.`);
    const [added, taken] = [optionalWholeNumber(flags, 'add'), optionalWholeNumber(flags, 'take')];
    if ((added === null) === (taken === null)) throw new UsageError('Expected either --add or --take.');
    const amount = added ?? -(taken ?? 0);
    const correction = { accountId, bucket, amount, reason: textOf(flags, 'reason') };
    return present(accountId, await inTransaction(ctx, (tx) => correctCredits(tx, correction)));
  },
};

const show: Command = {
  noun: 'credits',
  verb: 'show',
  help: 'Show the balances by bucket',
  flags: accountFlag,
  async run(ctx, flags) {
    const accountId = await knownAccount(ctx, textOf(flags, 'account'));
    return present(accountId, await inTransaction(ctx, (tx) => readBalances(tx, accountId)));
  },
};

const verify: Command = {
  noun: 'credits',
  verb: 'verify',
  help: 'Recompute all sums of the ledger and compare each reservation with its publication',
  flags: accountFlag,
  async run(ctx, flags) {
    const accountId = await knownAccount(ctx, textOf(flags, 'account'));
    // One snapshot: the service moves credits meanwhile.
    const [{ entries, holds, problems: faults }, mismatches] = await inReading(
      ctx,
      async (reading) => [await verifyLedger(reading, accountId), await verifyHolds(reading, accountId)] as const,
    );
    const problems = [...faults, ...mismatches];
    if (problems.length > 0)
      throw new DomainError('ledger_inconsistent', { message: problems.join(' '), details: { account_id: accountId, problems } });
    return { account_id: accountId, consistent: true, entries, holds, problems };
  },
};

async function knownAccount(ctx: Context, id: string): Promise<string> {
  if ((await ctx.em.count(Account, { id })) === 0) throw new DomainError('not_found');
  return id;
}

function present(accountId: string, balances: Balance[]): Record<string, unknown> {
  return { account_id: accountId, balances: balances.map(({ bucket, unit, available, held }) => ({ bucket, unit, available, held })) };
}

const listSurcharges: Command = {
  noun: 'surcharge',
  verb: 'list',
  help: 'Show the credits per post on each platform, and what its network charges you',
  flags: {},
  run: (ctx) => presentPrices(ctx),
};

const setSurchargeOf: Command = {
  noun: 'surcharge',
  verb: 'set',
  help: 'Set the credits that a post costs on a platform in addition to its one credit; applies to posts submitted from then on',
  flags: {
    platform: { value: 'ID', isRequired: true, help: 'the platform’s id, such as x' },
    credits: { value: 'N', isRequired: true, help: 'surcharge in whole credits; 0 for none' },
    'with-link': { value: 'N', help: 'surcharge of a post with a link, if the network prices those separately; default: the same' },
  },
  async run(ctx, flags) {
    const credits = wholeNumberOf(flags, 'credits');
    const change = { platform: textOf(flags, 'platform'), credits, creditsWithLink: optionalWholeNumber(flags, 'with-link') };
    await inTransaction(ctx, (tx) => setSurcharge(tx, change));
    return presentPrices(ctx);
  },
};

async function presentPrices(ctx: Context): Promise<Record<string, unknown>> {
  const prices = await platformPrices(ctx);
  return {
    platforms: prices.map(({ platform, credits, surcharge, creditsWithLink, surchargeWithLink, charges }) => ({
      ...{ platform, credits, surcharge, credits_with_link: creditsWithLink, surcharge_with_link: surchargeWithLink },
      network_charges: charges.map(({ per, usd, source, checkedOn }) => ({ per, usd, source, checked_on: checkedOn })),
    })),
  };
}

export const CREDITS_COMMANDS: Command[] = [add, correct, show, verify, listSurcharges, setSurchargeOf];

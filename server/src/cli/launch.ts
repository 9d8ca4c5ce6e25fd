import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { readLaunchSteps } from '../launch/launch-queries.ts';
import { LAUNCH_STEPS, signLaunchStep } from '../launch/launch-steps.ts';
import { type Command, textOf } from './command.ts';

const status: Command = {
  noun: 'launch',
  verb: 'status',
  help: 'Show which launch steps are signed',
  flags: {},
  run: (ctx) => present(ctx),
};

const sign: Command = {
  noun: 'launch',
  verb: 'sign',
  help: 'Sign a launch step; once all are signed, posts are published to real networks',
  flags: { step: { value: 'S', isRequired: true, help: `all, or one of ${LAUNCH_STEPS.map(({ id }) => id).join(', ')}` } },
  async run(ctx, flags) {
    const step = textOf(flags, 'step');
    const steps = step === 'all' ? LAUNCH_STEPS.map(({ id }) => id) : [step];
    await inTransaction(ctx, async (tx) => {
      for (const id of steps) await signLaunchStep(tx, id);
    });
    return present(ctx);
  },
};

async function present(ctx: Context): Promise<Record<string, unknown>> {
  const steps = await readLaunchSteps(ctx.em);
  return {
    launched: steps.every(({ signedAt }) => signedAt !== null),
    steps: steps.map(({ id, label, signedAt }) => ({ step: id, label, signed_at: signedAt })),
  };
}

export const LAUNCH_COMMANDS: Command[] = [status, sign];

import { resetSecondFactor } from '../access/second-factor/reset-second-factor.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Command, textOf } from './command.ts';

const reset: Command = {
  noun: 'user',
  verb: 'reset-second-factor',
  help: 'takes a lost authenticator app, its recovery codes and every passkey away and signs the person out everywhere',
  flags: { email: { value: 'ADDRESS', isRequired: true, help: 'with which the person signs in; make sure first that it is they who ask' } },
  async run(ctx, flags) {
    const done = await inTransaction(ctx, (tx) => resetSecondFactor(tx, textOf(flags, 'email')));
    return {
      user_id: done.userId,
      had_authenticator_app: done.hadTotp,
      passkeys_removed: done.passkeysRemoved,
      sessions_ended: done.sessionsEnded,
    };
  },
};

export const USER_COMMANDS: Command[] = [reset];

import { makePasswordReset } from '../access/passwords/reset-password.ts';
import { confirmEmail } from '../access/people.ts';
import { resetSecondFactor } from '../access/second-factor/reset-second-factor.ts';
import { erasePerson } from '../account-data/erase-person.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Command, textOf } from './command.ts';
import { withSecretFile } from './secret-files.ts';

const reset: Command = {
  noun: 'user',
  verb: 'reset-second-factor',
  help: 'takes a lost authenticator app, its recovery codes and every passkey away and signs the person out everywhere',
  mails: true,
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

const resetPassword: Command = {
  noun: 'user',
  verb: 'reset-password',
  help: 'writes a one-time link to a new password into a file, for people who get no mail; valid for a day',
  flags: {
    email: { value: 'ADDRESS', isRequired: true, help: 'with which the person signs in; make sure first that it is they who ask' },
    'link-file': { value: 'FILE', isRequired: true, help: 'a new file, which you alone can read' },
  },
  async run(ctx, flags) {
    return withSecretFile(textOf(flags, 'link-file'), 'link-file', async (write) => {
      const { userId, link, expiresAt } = await inTransaction(ctx, (tx) => makePasswordReset(tx, textOf(flags, 'email')));
      await write(link);
      return { user_id: userId, expires_at: expiresAt };
    });
  },
};

const confirm: Command = {
  noun: 'user',
  verb: 'confirm-email',
  help: 'says that an email address is that of the person who uses it; for services that send no mail',
  flags: { email: { value: 'ADDRESS', isRequired: true, help: 'with which the person signs in' } },
  async run(ctx, flags) {
    const { userId } = await inTransaction(ctx, (tx) => confirmEmail(tx, textOf(flags, 'email')));
    return { user_id: userId, confirmed: true };
  },
};

const erase: Command = {
  noun: 'user',
  verb: 'erase',
  help: 'erases a person: their sign-in, memberships, devices and notifications, and their name and address from what has to stay',
  flags: { email: { value: 'ADDRESS', isRequired: true, help: 'with which the person signs in; make sure first that it is they who ask' } },
  async run(ctx, flags) {
    const { userId, accounts } = await inTransaction(ctx, (tx) => erasePerson(tx, textOf(flags, 'email')));
    return { user_id: userId, erased: true, accounts };
  },
};

export const USER_COMMANDS: Command[] = [reset, resetPassword, confirm, erase];

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
  help: 'Remove a person’s authenticator app, recovery codes and passkeys, and end all their sessions',
  mails: true,
  flags: {
    email: { value: 'ADDRESS', isRequired: true, help: 'the person’s sign-in email address; verify first that the request is theirs' },
  },
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
  help: 'Write a one-time password reset link to a file, for people who receive no email; valid for one day',
  flags: {
    email: { value: 'ADDRESS', isRequired: true, help: 'the person’s sign-in email address; verify first that the request is theirs' },
    'link-file': { value: 'FILE', isRequired: true, help: 'new file, readable only by you' },
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
  help: 'Confirm a person’s email address; for services that send no email',
  flags: { email: { value: 'ADDRESS', isRequired: true, help: 'the person’s sign-in email address' } },
  async run(ctx, flags) {
    const { userId } = await inTransaction(ctx, (tx) => confirmEmail(tx, textOf(flags, 'email')));
    return { user_id: userId, confirmed: true };
  },
};

const erase: Command = {
  noun: 'user',
  verb: 'erase',
  help: 'Erase a person or a client: their sign-in, memberships, devices and notifications, their client links, and their name and address in records that must be kept',
  flags: {
    email: {
      value: 'ADDRESS',
      isRequired: true,
      help: 'the email address of their sign-in or their client links; verify first that the request is theirs',
    },
  },
  async run(ctx, flags) {
    const { userId, accounts } = await inTransaction(ctx, (tx) => erasePerson(tx, textOf(flags, 'email')));
    return { user_id: userId, erased: true, accounts };
  },
};

export const USER_COMMANDS: Command[] = [reset, resetPassword, confirm, erase];

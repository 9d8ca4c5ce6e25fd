import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { query } from '../../db/reading/query.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import type { Language } from '../../languages/language.ts';
import { say, utcMoment } from '../../languages/sentence.ts';
import { newId } from '../../new-id.ts';
import type { MailMessage } from '../mail/mail-message.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { readEmail } from '../read-person.ts';
import { User } from '../user.entity.ts';
import { Signup } from './signup.entity.ts';

const DAY_MS = 86_400_000;
/** Per recipient and day, across all requests. */
const MOST_A_DAY = 5;

/** Throws `not_found` where the operator has not opened it. */
export function requireOpenSignUp({ config }: Pick<Context, 'config'>): void {
  if (!config.people.isSignUpOpen)
    throw new DomainError('not_found', { message: say`Sign-up is closed. Ask the operator of this service.` });
}

/**
 * Mails the address a link to continue its sign-up, or instructions to sign in if it has an account. The caller
 * cannot tell which, and nothing that the requester typed is in the mail. Each mail is a row, so an address gets only
 * a few a day.
 */
export async function mailSignupLink(ctx: Context, address: string, language: Language): Promise<void> {
  assertTransaction(ctx);
  requireOpenSignUp(ctx);
  const email = readEmail(address, '/email');
  // Serialises concurrent counts.
  await query(ctx.em, 'select pg_advisory_xact_lock(hashtext($1))', [`signups/${email}`]);
  const createdAt = ctx.clock.now();
  const today = { email, createdAt: { $gt: new Date(createdAt.getTime() - DAY_MS) } };
  if ((await ctx.em.count(Signup, today)) >= MOST_A_DAY) return;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(createdAt.getTime() + DAY_MS);
  const tokenHash = signupHash(ctx, token);
  await ctx.em.insert(Signup, { id: newId('sgn'), email, state: 'mailed', language, tokenHash, createdAt, expiresAt });
  const known = await ctx.em.findOne(User, { email });
  const says = known
    ? HAS_ACCOUNT(ctx)
    : (await ctx.em.count(Signup, { email, state: 'waiting' })) > 0
      ? WAITS
      : goOn(ctx, token, expiresAt);
  await queueMail(ctx, {
    accountId: null,
    to: { name: null, email, language: known?.language ?? language },
    because: BECAUSE,
    expiresAt,
    ...says,
  });
}

type Says = Pick<MailMessage, 'subject' | 'paragraphs' | 'link'>;

const BECAUSE = say`You receive this because this address was entered in the sign-up form of`;
const NOT_YOU = say`If it was not you, leave it: nothing has happened.`;

const HAS_ACCOUNT = ({ config }: Context): Says => ({
  subject: say`You can sign in to Countersign already`,
  paragraphs: [say`An account with this address already exists. Sign in with it; you can reset a lost password there.`, NOT_YOU],
  link: { label: say`Sign in`, url: `${config.publicUrl}/sign-in` },
});

const WAITS: Says = {
  subject: say`Your request for an account waits`,
  paragraphs: [say`Your account request is already pending. The operator reviews it, and you will get a mail.`, NOT_YOU],
};

const goOn = ({ config }: Context, token: string, expiresAt: Date): Says => ({
  subject: say`Go on with your sign-up for Countersign`,
  paragraphs: [
    say`Your address is confirmed. Continue with the link: enter your name and choose a password.`,
    say`It works once, until ${utcMoment(expiresAt)}. ${NOT_YOU}`,
  ],
  link: { label: say`Go on`, url: `${config.publicUrl}/sign-up#token=${token}` },
});

export const signupHash = ({ sealer }: Pick<Context, 'sealer'>, token: string): string => sealer.hash('signup', token);

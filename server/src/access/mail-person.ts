import type { Context } from '../context.ts';
import { type Sentence, say } from '../languages/sentence.ts';
import { queueMail } from './mail/queue-mail.ts';
import { User } from './user.entity.ts';

/** Mails a person that their ways to sign in have changed, so an intruder cannot hide it. */
export async function mailPerson(ctx: Context, userId: string, sentence: Sentence): Promise<void> {
  if (!ctx.config.mail) return;
  const { name, email, language = null } = await ctx.em.findOneOrFail(User, { id: userId });
  await queueMail(ctx, {
    accountId: null,
    to: { name, email, language },
    subject: say`Your sign-in to Countersign has changed`,
    paragraphs: [sentence, say`If that was not you: change your password and sign every other browser out, now.`],
    link: { label: say`Open the security settings`, url: `${ctx.config.publicUrl}/settings/security` },
  });
}

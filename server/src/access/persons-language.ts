import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { assertTransaction } from '../db/transaction.ts';
import type { Language } from '../languages/language.ts';
import { type Translate, translateTo } from '../languages/translate.ts';
import { requirePerson } from './authorise.ts';
import { User } from './user.entity.ts';

/** From now on the person is written to in this language; a mail that is on its way already stays as it is. */
export async function chooseLanguage(ctx: Context, language: Language): Promise<void> {
  assertTransaction(ctx);
  await ctx.em.nativeUpdate(User, { id: requirePerson(ctx).userId }, { language });
}

/** Translates into this person's language. */
export async function translatorOf(em: EntityManager, userId: string): Promise<Translate> {
  const { language } = await em.findOneOrFail(User, { id: userId });
  return translateTo(language ?? 'en');
}

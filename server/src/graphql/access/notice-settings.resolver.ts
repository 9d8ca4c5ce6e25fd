import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.ts';
import { changeNoticeSettings, readNoticeSettings } from '../../notices/settings/notice-settings.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { ChangeNoticeSettingsInput, NoticeSettingsType, toNoticeSettingsChange } from './notice-settings.types.ts';

/** The signed-in person's own; there is no way to ask for somebody else's. */
@Resolver()
export class NoticeSettingsResolver {
  @Query(() => NoticeSettingsType, {
    nullable: true,
    description: 'How the signed-in person is told what happens; null for agents and when nobody is signed in.',
  })
  async noticeSettings(@Ctx() ctx: GraphqlContext): Promise<NoticeSettingsType | null> {
    return ctx.actor.kind === 'user' ? read(ctx) : null;
  }

  @Mutation(() => NoticeSettingsType, {
    description: 'Changes how the signed-in person is told what happens. Errors: `insufficient_role`, `validation_failed`.',
  })
  async changeNoticeSettings(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeNoticeSettingsInput, { description: 'The wishes to change.' }) input: ChangeNoticeSettingsInput,
  ): Promise<NoticeSettingsType> {
    await mutate(ctx, (tx) => changeNoticeSettings(tx, toNoticeSettingsChange(input)));
    return read(ctx);
  }
}

async function read(ctx: Context): Promise<NoticeSettingsType> {
  return { ...(await readNoticeSettings(ctx)), canMail: ctx.config.mail !== null };
}

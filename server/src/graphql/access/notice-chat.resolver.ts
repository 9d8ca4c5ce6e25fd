import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { addChat, checkChatAddress, removeChat } from '../../notices/sending/chats.ts';
import { testChat } from '../../notices/sending/post-to-chat.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { AddNoticeChatInput } from './notice-chat.types.ts';
import { readOwnNoticeSettings } from './notice-settings.resolver.ts';
import { NoticeSettingsType } from './notice-settings.types.ts';

/** The signed-in person’s own chats. */
@Resolver()
export class NoticeChatResolver {
  @Authorized('person', 'recent_sign_in')
  @Mutation(() => NoticeSettingsType, {
    description:
      'Adds a chat for notifications. Errors: `insufficient_role`, `reauthentication_required`, `validation_failed`, `address_refused`, `invalid_state`.',
  })
  async addNoticeChat(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddNoticeChatInput, { description: 'Where.' }) input: AddNoticeChatInput,
  ): Promise<NoticeSettingsType> {
    // Outside the transaction: it queries name servers.
    await checkChatAddress(ctx, input);
    await mutate(ctx, (tx) => addChat(tx, { ...input }));
    return readOwnNoticeSettings(ctx);
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, { description: 'Stops notifications there. Errors: `insufficient_role`, `not_found`.' })
  async removeNoticeChat(
    @Ctx() ctx: GraphqlContext,
    @Arg('chatId', () => ID, { description: '`cht_…`.' }) chatId: string,
  ): Promise<NoticeSettingsType> {
    await mutate(ctx, (tx) => removeChat(tx, chatId));
    return readOwnNoticeSettings(ctx);
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, {
    description:
      'Sends a test message to the chat, and resumes it if it was stopped. Errors: `insufficient_role`, `not_found`, `rate_limited`, `invalid_state` where it was not reached.',
  })
  async testNoticeChat(
    @Ctx() ctx: GraphqlContext,
    @Arg('chatId', () => ID, { description: '`cht_…`.' }) chatId: string,
  ): Promise<NoticeSettingsType> {
    // Outside a transaction: it calls the chat service.
    await testChat(ctx, chatId);
    return readOwnNoticeSettings(ctx);
  }
}

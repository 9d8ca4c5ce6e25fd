import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.ts';
import { changeNoticeSettings, readNoticeSettings } from '../../notices/notice-preferences.ts';
import { addChat, checkChatAddress, listChats, removeChat } from '../../notices/sending/chats.ts';
import { testChat } from '../../notices/sending/post-to-chat.ts';
import { addPushDevice, checkPushEndpoint, listPushDevices, removePushDevice } from '../../notices/sending/push-devices.ts';
import { readPushKey } from '../../notices/sending/push-notices.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import {
  AddNoticeChatInput,
  AddPushDeviceInput,
  ChangeNoticeSettingsInput,
  NoticeSettingsType,
  toNoticeSettingsChange,
} from './notice-settings.types.ts';

/** The signed-in person's own settings; those of others cannot be requested. */
@Resolver()
export class NoticeSettingsResolver {
  @Authorized('public')
  @Query(() => NoticeSettingsType, {
    nullable: true,
    description: 'The notification settings of the signed-in person; null for agents and when signed out.',
  })
  async noticeSettings(@Ctx() ctx: GraphqlContext): Promise<NoticeSettingsType | null> {
    return ctx.actor.kind === 'user' ? readOwnNoticeSettings(ctx) : null;
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, {
    description: 'Changes the notification settings of the signed-in person. Errors: `insufficient_role`, `validation_failed`.',
  })
  async changeNoticeSettings(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangeNoticeSettingsInput, { description: 'The settings to change.' }) input: ChangeNoticeSettingsInput,
  ): Promise<NoticeSettingsType> {
    await mutate(ctx, (tx) => changeNoticeSettings(tx, toNoticeSettingsChange(input)));
    return readOwnNoticeSettings(ctx);
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, {
    description: 'Adds a browser or phone for push notifications. Errors: `insufficient_role`, `validation_failed`, `invalid_state`.',
  })
  async addPushDevice(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddPushDeviceInput, { description: 'The push subscription.' }) input: AddPushDeviceInput,
  ): Promise<NoticeSettingsType> {
    await checkPushEndpoint(ctx, input);
    await mutate(ctx, (tx) => addPushDevice(tx, { ...input }));
    return readOwnNoticeSettings(ctx);
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, { description: 'Removes a push device. Errors: `insufficient_role`, `not_found`.' })
  async removePushDevice(
    @Ctx() ctx: GraphqlContext,
    @Arg('deviceId', () => ID, { description: 'The device’s id, `psh_…`.' }) deviceId: string,
  ): Promise<NoticeSettingsType> {
    await mutate(ctx, (tx) => removePushDevice(tx, deviceId));
    return readOwnNoticeSettings(ctx);
  }
}

/** The current settings of the signed-in person. */
async function readOwnNoticeSettings(ctx: Context): Promise<NoticeSettingsType> {
  const canMail = ctx.config.mail !== null;
  return {
    ...(await readNoticeSettings(ctx)),
    canMail,
    pushKey: await readPushKey(ctx),
    devices: await listPushDevices(ctx),
    chats: await listChats(ctx),
  };
}

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
    @Arg('input', () => AddNoticeChatInput, { description: 'The chat to add.' }) input: AddNoticeChatInput,
  ): Promise<NoticeSettingsType> {
    // Outside the transaction: it queries name servers.
    await checkChatAddress(ctx, input);
    await mutate(ctx, (tx) => addChat(tx, { ...input }));
    return readOwnNoticeSettings(ctx);
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, { description: 'Removes a chat from notifications. Errors: `insufficient_role`, `not_found`.' })
  async removeNoticeChat(
    @Ctx() ctx: GraphqlContext,
    @Arg('chatId', () => ID, { description: 'The chat’s id, `cht_…`.' }) chatId: string,
  ): Promise<NoticeSettingsType> {
    await mutate(ctx, (tx) => removeChat(tx, chatId));
    return readOwnNoticeSettings(ctx);
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, {
    description:
      'Sends a test message to a chat and, if the chat was stopped, resumes it. Errors: `insufficient_role`, `not_found`, `rate_limited`, `invalid_state` (the chat could not be reached).',
  })
  async testNoticeChat(
    @Ctx() ctx: GraphqlContext,
    @Arg('chatId', () => ID, { description: 'The chat’s id, `cht_…`.' }) chatId: string,
  ): Promise<NoticeSettingsType> {
    // Outside a transaction: it calls the chat service.
    await testChat(ctx, chatId);
    return readOwnNoticeSettings(ctx);
  }
}

import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context.ts';
import { changeNoticeSettings, readNoticeSettings } from '../../notices/notice-preferences.ts';
import { listChats } from '../../notices/sending/chats.ts';
import { addPushDevice, checkPushEndpoint, listPushDevices, removePushDevice } from '../../notices/sending/push-devices.ts';
import { readPushKey } from '../../notices/sending/push-notices.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { AddPushDeviceInput, ChangeNoticeSettingsInput, NoticeSettingsType, toNoticeSettingsChange } from './notice-settings.types.ts';

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
    @Arg('input', () => ChangeNoticeSettingsInput, { description: 'The wishes to change.' }) input: ChangeNoticeSettingsInput,
  ): Promise<NoticeSettingsType> {
    await mutate(ctx, (tx) => changeNoticeSettings(tx, toNoticeSettingsChange(input)));
    return readOwnNoticeSettings(ctx);
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, {
    description: 'Adds this browser for push notifications. Errors: `insufficient_role`, `validation_failed`, `invalid_state`.',
  })
  async addPushDevice(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddPushDeviceInput, { description: 'The subscription of the browser.' }) input: AddPushDeviceInput,
  ): Promise<NoticeSettingsType> {
    await checkPushEndpoint(ctx, input);
    await mutate(ctx, (tx) => addPushDevice(tx, { ...input }));
    return readOwnNoticeSettings(ctx);
  }

  @Authorized('person')
  @Mutation(() => NoticeSettingsType, { description: 'Stops notifications there. Errors: `insufficient_role`, `not_found`.' })
  async removePushDevice(
    @Ctx() ctx: GraphqlContext,
    @Arg('deviceId', () => ID, { description: '`psh_…`.' }) deviceId: string,
  ): Promise<NoticeSettingsType> {
    await mutate(ctx, (tx) => removePushDevice(tx, deviceId));
    return readOwnNoticeSettings(ctx);
  }
}

/** The current settings of the signed-in person. */
export async function readOwnNoticeSettings(ctx: Context): Promise<NoticeSettingsType> {
  const canMail = ctx.config.mail !== null;
  return {
    ...(await readNoticeSettings(ctx)),
    canMail,
    pushKey: await readPushKey(ctx),
    devices: await listPushDevices(ctx),
    chats: await listChats(ctx),
  };
}

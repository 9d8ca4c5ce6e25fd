import { GraphQLJSON } from 'graphql-scalars';
import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver } from 'type-graphql';
import { requirePerson } from '../../access/authorise.ts';
import { beginPasskeyReauthentication } from '../../access/passkeys/passkey-assertion.ts';
import {
  addPasskey,
  beginPasskey,
  checkNewPasskey,
  listPasskeys,
  notePasskeyShown,
  removePasskey,
} from '../../access/passkeys/passkeys.ts';
import { readSecondFactor } from '../../access/second-factor/second-factors.ts';
import { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from '../../access/second-factor/totp.ts';
import { listFailedSignIns } from '../../access/sessions/failed-sign-ins.ts';
import { reauthenticate, reauthenticateByPassword } from '../../access/sessions/reauthenticate.ts';
import { freshUntil } from '../../access/sessions/require-recent-sign-in.ts';
import { changePassword, endOtherSessions, endSession, hashNewPassword, listSessions } from '../../access/sessions/sessions.ts';
import type { Context } from '../../context.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import {
  AddPasskeyInput,
  ChangePasswordInput,
  FailedSignInType,
  PasskeyType,
  ReauthenticateInput,
  RecoveryCodesType,
  SecurityType,
  SessionType,
  TotpEnrolmentType,
  toIdentityProof,
  toPasskeyType,
  toSessionType,
} from './security.types.ts';

/** The signed-in person's own settings; those of others cannot be requested. */
async function readSecurity(ctx: Context): Promise<SecurityType> {
  const { userId, sessionId } = requirePerson(ctx);
  return { ...(await readSecondFactor(ctx, userId)), freshUntil: await freshUntil(ctx, sessionId) };
}

@Resolver(() => SecurityType)
export class SecurityResolver {
  @Authorized('public')
  @Query(() => SecurityType, {
    nullable: true,
    description: 'The sign-in methods of the signed-in person; null for agents and when signed out.',
  })
  async security(@Ctx() ctx: GraphqlContext): Promise<SecurityType | null> {
    return ctx.actor.kind === 'user' ? readSecurity(ctx) : null;
  }

  @FieldResolver(() => [PasskeyType], { description: 'The person’s passkeys, the oldest first.' })
  async passkeys(@Ctx() ctx: GraphqlContext): Promise<PasskeyType[]> {
    return (await listPasskeys(ctx, requirePerson(ctx).userId)).map(toPasskeyType);
  }

  @FieldResolver(() => [FailedSignInType], {
    description:
      'Sign-ins as this person that were refused within the last 30 days, the newest first, at most 20; none before a second factor that is required was shown.',
  })
  async failedSignIns(@Ctx() ctx: GraphqlContext): Promise<FailedSignInType[]> {
    return requirePerson(ctx).lacksSecondFactor ? [] : listFailedSignIns(ctx);
  }

  @FieldResolver(() => [SessionType], {
    description: 'Where the person is signed in, the newest first; nowhere before a second factor that is required was shown.',
  })
  async sessions(@Ctx() ctx: GraphqlContext): Promise<SessionType[]> {
    const { sessionId, lacksSecondFactor } = requirePerson(ctx);
    if (lacksSecondFactor) return [];
    return (await listSessions(ctx)).map((row) => toSessionType(row, sessionId, ctx.translate));
  }
}

/** The person's own passkeys. Everything here requires a fresh session. */
@Resolver()
export class PasskeyResolver {
  @Authorized('person', 'recent_sign_in')
  @Mutation(() => GraphQLJSON, {
    description:
      'What the browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON); good for five minutes and one answer. Errors: `reauthentication_required`.',
  })
  beginPasskey(@Ctx() ctx: GraphqlContext): Promise<unknown> {
    return withHttpStatus(() => mutate(ctx, (tx) => beginPasskey(tx)));
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, {
    description: 'Keeps a passkey that the browser has made. Errors: `reauthentication_required`, `passkey_refused`, `already_exists`.',
  })
  addPasskey(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => AddPasskeyInput, { description: 'The new passkey.' }) { name, response }: AddPasskeyInput,
  ): Promise<SecurityType> {
    return withHttpStatus(async () => {
      const passkey = await checkNewPasskey(ctx, response);
      await mutate(ctx, (tx) => addPasskey(tx, { name, passkey }));
      await notePasskeyShown(ctx);
      return readSecurity(ctx);
    });
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, { description: 'Takes a passkey away. Errors: `reauthentication_required`, `not_found`.' })
  removePasskey(
    @Ctx() ctx: GraphqlContext,
    @Arg('passkeyId', () => ID, { description: '`psk_…`.' }) passkeyId: string,
  ): Promise<SecurityType> {
    return withHttpStatus(async () => {
      await mutate(ctx, (tx) => removePasskey(tx, passkeyId));
      return readSecurity(ctx);
    });
  }
}

/** An authenticator app and its recovery codes. Everything here requires a fresh session. */
@Resolver()
export class SecondFactorResolver {
  @Authorized('person', 'recent_sign_in')
  @Mutation(() => TotpEnrolmentType, {
    description:
      'Makes the secret for the person’s authenticator app; it counts once confirmTotp has seen a code. Errors: `reauthentication_required`, `already_exists`.',
  })
  beginTotp(@Ctx() ctx: GraphqlContext): Promise<TotpEnrolmentType> {
    return withHttpStatus(() => mutate(ctx, (tx) => beginTotp(tx)));
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => RecoveryCodesType, {
    description:
      'Turns the authenticator app on and gives the recovery codes, once. Errors: `reauthentication_required`, `wrong_code`, `invalid_state`, `rate_limited`.',
  })
  confirmTotp(
    @Ctx() ctx: GraphqlContext,
    @Arg('code', () => String, { description: 'The code that the app shows now.' }) code: string,
  ): Promise<RecoveryCodesType> {
    return withHttpStatus(async () => ({ recoveryCodes: await confirmTotp(ctx, code) }));
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, {
    description: 'Takes the authenticator app and its recovery codes away. Errors: `reauthentication_required`.',
  })
  disableTotp(@Ctx() ctx: GraphqlContext): Promise<SecurityType> {
    return withHttpStatus(async () => {
      await mutate(ctx, (tx) => disableTotp(tx));
      return readSecurity(ctx);
    });
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => RecoveryCodesType, {
    description: 'Ten new recovery codes; the older ones stop working. Errors: `reauthentication_required`, `invalid_state`.',
  })
  renewRecoveryCodes(@Ctx() ctx: GraphqlContext): Promise<RecoveryCodesType> {
    return withHttpStatus(async () => ({ recoveryCodes: await mutate(ctx, (tx) => renewRecoveryCodes(tx)) }));
  }
}

/** The person's sessions, and the renewed authentication that sensitive actions require. */
@Resolver()
export class SessionResolver {
  @Authorized('person')
  @Mutation(() => SecurityType, {
    description:
      'Shows again who is there; what needs that may be done for five minutes. Errors: `reauthentication_failed`, `reauthentication_required`, `rate_limited`, `bad_user_input`.',
  })
  reauthenticate(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ReauthenticateInput, { description: 'The proof.' }) input: ReauthenticateInput,
  ): Promise<SecurityType> {
    return withHttpStatus(async () => {
      const { renewed } = await reauthenticate(ctx, toIdentityProof(input), { renews: ctx.sendSession !== null });
      if (renewed) ctx.sendSession?.(renewed);
      return readSecurity(ctx);
    });
  }

  @Authorized('person')
  @Mutation(() => GraphQLJSON, {
    description:
      'What the browser needs to show who is there by a passkey (PublicKeyCredentialRequestOptionsJSON); good for five minutes and one answer.',
  })
  beginPasskeyReauthentication(@Ctx() ctx: GraphqlContext): Promise<unknown> {
    return mutate(ctx, (tx) => beginPasskeyReauthentication(tx));
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, {
    description: 'Signs one of the person’s browsers out. Errors: `reauthentication_required`, `not_found`.',
  })
  async endSession(
    @Ctx() ctx: GraphqlContext,
    @Arg('sessionId', () => ID, { description: '`ses_…`.' }) sessionId: string,
  ): Promise<SecurityType> {
    await mutate(ctx, (tx) => endSession(tx, sessionId));
    return readSecurity(ctx);
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, { description: 'Signs every other browser of the person out. Errors: `reauthentication_required`.' })
  async endOtherSessions(@Ctx() ctx: GraphqlContext): Promise<SecurityType> {
    await mutate(ctx, (tx) => endOtherSessions(tx));
    return readSecurity(ctx);
  }

  @Authorized('person')
  @Mutation(() => SecurityType, {
    description:
      'A new password; every other browser of the person is signed out. Errors: `reauthentication_failed`, `reauthentication_required`, `validation_failed`, `rate_limited`.',
  })
  changePassword(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangePasswordInput, { description: 'Old and new.' }) { password, newPassword }: ChangePasswordInput,
  ): Promise<SecurityType> {
    return withHttpStatus(async () => {
      const { renewed } = await reauthenticateByPassword(ctx, password, { renews: ctx.sendSession !== null });
      if (renewed) ctx.sendSession?.(renewed);
      const passwordHash = await hashNewPassword(ctx, newPassword);
      await mutate(ctx, (tx) => changePassword(tx, passwordHash));
      return readSecurity(ctx);
    });
  }
}

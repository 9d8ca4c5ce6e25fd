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

  @FieldResolver(() => [PasskeyType], { description: 'The person’s passkeys, oldest first.' })
  async passkeys(@Ctx() ctx: GraphqlContext): Promise<PasskeyType[]> {
    return (await listPasskeys(ctx, requirePerson(ctx).userId)).map(toPasskeyType);
  }

  @FieldResolver(() => [FailedSignInType], {
    description:
      'Failed attempts of the last 30 days to sign in as this person, newest first, at most 20; empty until a required second factor has been provided.',
  })
  async failedSignIns(@Ctx() ctx: GraphqlContext): Promise<FailedSignInType[]> {
    return requirePerson(ctx).lacksSecondFactor ? [] : listFailedSignIns(ctx);
  }

  @FieldResolver(() => [SessionType], {
    description: 'The person’s active sessions, newest first; empty until a required second factor has been provided.',
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
      'Starts the registration of a passkey and returns the options for the browser (PublicKeyCredentialCreationOptionsJSON), valid for five minutes and one response. Errors: `reauthentication_required`.',
  })
  beginPasskey(@Ctx() ctx: GraphqlContext): Promise<unknown> {
    return withHttpStatus(() => mutate(ctx, (tx) => beginPasskey(tx)));
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, {
    description: 'Adds a passkey that the browser has created. Errors: `reauthentication_required`, `passkey_refused`, `already_exists`.',
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
  @Mutation(() => SecurityType, { description: 'Removes a passkey. Errors: `reauthentication_required`, `not_found`.' })
  removePasskey(
    @Ctx() ctx: GraphqlContext,
    @Arg('passkeyId', () => ID, { description: 'The passkey’s id, `psk_…`.' }) passkeyId: string,
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
      'Creates the secret for an authenticator app. The app is enabled once `confirmTotp` has accepted a code. Errors: `reauthentication_required`, `already_exists`.',
  })
  beginTotp(@Ctx() ctx: GraphqlContext): Promise<TotpEnrolmentType> {
    return withHttpStatus(() => mutate(ctx, (tx) => beginTotp(tx)));
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => RecoveryCodesType, {
    description:
      'Enables the authenticator app and returns its recovery codes, only once. Errors: `reauthentication_required`, `wrong_code`, `invalid_state`, `rate_limited`.',
  })
  confirmTotp(
    @Ctx() ctx: GraphqlContext,
    @Arg('code', () => String, { description: 'The code that the app currently shows.' }) code: string,
  ): Promise<RecoveryCodesType> {
    return withHttpStatus(async () => ({ recoveryCodes: await confirmTotp(ctx, code) }));
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, {
    description: 'Disables the authenticator app and its recovery codes. Errors: `reauthentication_required`.',
  })
  disableTotp(@Ctx() ctx: GraphqlContext): Promise<SecurityType> {
    return withHttpStatus(async () => {
      await mutate(ctx, (tx) => disableTotp(tx));
      return readSecurity(ctx);
    });
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => RecoveryCodesType, {
    description: 'Replaces the recovery codes with ten new ones. Errors: `reauthentication_required`, `invalid_state`.',
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
      'Re-authenticates the person. Actions that require it are then allowed for five minutes. Errors: `reauthentication_failed`, `reauthentication_required`, `rate_limited`, `bad_user_input`.',
  })
  reauthenticate(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ReauthenticateInput, { description: 'The proof of identity.' }) input: ReauthenticateInput,
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
      'Starts re-authentication with a passkey and returns the options for the browser (PublicKeyCredentialRequestOptionsJSON), valid for five minutes and one response.',
  })
  beginPasskeyReauthentication(@Ctx() ctx: GraphqlContext): Promise<unknown> {
    return mutate(ctx, (tx) => beginPasskeyReauthentication(tx));
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, {
    description: 'Ends one of the person’s sessions. Errors: `reauthentication_required`, `not_found`.',
  })
  async endSession(
    @Ctx() ctx: GraphqlContext,
    @Arg('sessionId', () => ID, { description: 'The session’s id, `ses_…`.' }) sessionId: string,
  ): Promise<SecurityType> {
    await mutate(ctx, (tx) => endSession(tx, sessionId));
    return readSecurity(ctx);
  }

  @Authorized('person', 'recent_sign_in')
  @Mutation(() => SecurityType, {
    description: 'Ends all of the person’s sessions except the current one. Errors: `reauthentication_required`.',
  })
  async endOtherSessions(@Ctx() ctx: GraphqlContext): Promise<SecurityType> {
    await mutate(ctx, (tx) => endOtherSessions(tx));
    return readSecurity(ctx);
  }

  @Authorized('person')
  @Mutation(() => SecurityType, {
    description:
      'Changes the person’s password and ends all their other sessions. Errors: `reauthentication_failed`, `reauthentication_required`, `validation_failed`, `rate_limited`.',
  })
  changePassword(
    @Ctx() ctx: GraphqlContext,
    @Arg('input', () => ChangePasswordInput, { description: 'The current and the new password.' }) {
      password,
      newPassword,
    }: ChangePasswordInput,
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

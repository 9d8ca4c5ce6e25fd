import { GraphQLJSON } from 'graphql-scalars';
import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { beginPasskeyReauthentication } from '../../access/passkeys/passkey-assertion.ts';
import { reauthenticate, reauthenticateByPassword } from '../../access/sessions/reauthenticate.ts';
import { changePassword, endOtherSessions, endSession, hashNewPassword } from '../../access/sessions/sessions.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import { readSecurity } from './security.resolver.ts';
import { ChangePasswordInput, ReauthenticateInput, SecurityType, toIdentityProof } from './security.types.ts';

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

import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from '../../access/second-factor/totp.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import { readSecurity } from './security.resolver.ts';
import { RecoveryCodesType, SecurityType, TotpEnrolmentType } from './security.types.ts';

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

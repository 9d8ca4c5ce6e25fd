import { GraphQLJSON } from 'graphql-scalars';
import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { addPasskey, beginPasskey, checkNewPasskey, notePasskeyShown, removePasskey } from '../../access/passkeys/passkeys.ts';
import { type GraphqlContext, mutate } from '../engine/graphql-context.ts';
import { withHttpStatus } from '../engine/graphql-error.ts';
import { Authorized } from '../engine/permissions.ts';
import { readSecurity } from './security.resolver.ts';
import { AddPasskeyInput, SecurityType } from './security.types.ts';

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

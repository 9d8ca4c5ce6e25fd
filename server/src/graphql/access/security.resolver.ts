import { Ctx, FieldResolver, Query, Resolver } from 'type-graphql';
import { requirePerson } from '../../access/authorise.ts';
import { listPasskeys } from '../../access/passkeys/passkeys.ts';
import { readSecondFactor } from '../../access/second-factor/second-factor-queries.ts';
import { listFailedSignIns } from '../../access/sessions/failed-sign-ins.ts';
import { freshUntil } from '../../access/sessions/require-recent-sign-in.ts';
import { listSessions } from '../../access/sessions/sessions.ts';
import type { Context } from '../../context.ts';
import type { GraphqlContext } from '../engine/graphql-context.ts';
import { Authorized } from '../engine/permissions.ts';
import { FailedSignInType, PasskeyType, SecurityType, SessionType, toPasskeyType, toSessionType } from './security.types.ts';

/** The signed-in person's own settings; those of others cannot be requested. */
export async function readSecurity(ctx: Context): Promise<SecurityType> {
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

import type { Context } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { ApiKey } from '../grants/api-key.entity.ts';
import { authenticateKey } from '../grants/authenticate-key.ts';
import { Grant } from '../grants/grant.entity.ts';

/** RFC 7662, section 2.2. */
export type Introspection =
  | { active: false }
  | {
      active: true;
      scope: string;
      token_type: 'Bearer';
      iat: number;
      exp: number;
      iss: string;
      /** The grant. */
      sub: string;
      workspace_id: string;
      key_id: string;
      /** The customer has requested a rotation. */
      rotation_requested: boolean;
    };

const INACTIVE: Introspection = { active: false };

/** The current validity of a key. An authenticated agent may only query keys of its own grant. */
export async function introspectToken(ctx: Context, token: string): Promise<Introspection> {
  const holder = await authenticateKey(ctx, ctx.em, token).catch((error: unknown) => {
    if (error instanceof DomainError && error.status < 500) return null;
    throw error;
  });
  if (!holder || (ctx.actor.kind === 'agent' && ctx.actor.grantId !== holder.grantId)) return INACTIVE;
  const key = await ctx.em.findOneOrFail(ApiKey, { id: holder.keyId });
  const grant = await ctx.em.findOneOrFail(Grant, { id: holder.grantId });
  const end = Math.min(key.expiresAt.getTime(), grant.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  return {
    active: true,
    scope: holder.scopes.join(' '),
    token_type: 'Bearer',
    iat: Math.floor(key.createdAt.getTime() / 1_000),
    exp: Math.floor(end / 1_000),
    iss: ctx.config.publicUrl,
    sub: holder.grantId,
    workspace_id: holder.workspaceId,
    key_id: holder.keyId,
    rotation_requested: Boolean(grant.rotationRequestedAt),
  };
}

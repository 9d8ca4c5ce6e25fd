import type { Context } from '../../context.ts';
import { assertTransaction } from '../../db/transaction.ts';
import { newId } from '../../new-id.ts';
import { describeDeviceClient } from './clients/find-client.ts';
import { GrantRequest } from './grant-request.entity.ts';
import { newSecretCode, newUserCode } from './new-codes.ts';
import { readIntegrationScopes, readRequestedKind, readRequestedScopes } from './requested-scopes.ts';
import { readResource } from './resources.ts';

/** How long a request stays open, for both flows. */
export const REQUEST_LIFE_SECONDS = 600;
const FIRST_INTERVAL_SECONDS = 5;

export interface StartDeviceFlowInput {
  clientId: string | undefined;
  /** For an agent that is not registered. */
  clientName: string | undefined;
  clientUri: string | undefined;
  scope: string | undefined;
  /** `agent`, or `integration` for a program of the person's own. */
  kind?: string | undefined;
  resource: string | undefined;
  /** The address of the requester. */
  address: string;
}

export interface DeviceFlow {
  deviceCode: string;
  userCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

/** Starts a device flow (RFC 8628). Both codes are only in this result. */
export async function startDeviceFlow(ctx: Context, input: StartDeviceFlowInput): Promise<DeviceFlow> {
  assertTransaction(ctx);
  const client = await describeDeviceClient(ctx, input);
  const kind = readRequestedKind(input.kind);
  const scopes = kind === 'integration' ? readIntegrationScopes(input.scope) : readRequestedScopes(input.scope);
  const resource = readResource(ctx.config.publicUrl, input.resource);
  const deviceCode = newSecretCode();
  const { userCode, userCodeHash } = await unusedUserCode(ctx);
  const createdAt = ctx.clock.now();
  ctx.em.create(GrantRequest, {
    id: newId('grq'),
    flow: 'device',
    state: 'pending',
    kind,
    clientId: client.clientId,
    clientName: client.name,
    clientUri: client.homePage,
    scopes,
    resource,
    address: input.address,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + REQUEST_LIFE_SECONDS * 1_000),
    deviceCodeHash: ctx.sealer.hash('device-code', deviceCode),
    userCodeHash,
    intervalSeconds: FIRST_INTERVAL_SECONDS,
  });
  await ctx.em.flush();
  return { deviceCode, userCode, expiresInSeconds: REQUEST_LIFE_SECONDS, intervalSeconds: FIRST_INTERVAL_SECONDS };
}

/** Collisions among 25 billion are rare; old requests keep their codes until they are deleted. */
async function unusedUserCode(ctx: Context): Promise<{ userCode: string; userCodeHash: string }> {
  for (;;) {
    const userCode = newUserCode();
    const userCodeHash = ctx.sealer.hash('user-code', userCode);
    if ((await ctx.em.count(GrantRequest, { userCodeHash })) === 0) return { userCode, userCodeHash };
  }
}

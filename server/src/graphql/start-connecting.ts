import { requireWorkspace } from '../access/authorise.ts';
import { requirePerson } from '../access/require-person.ts';
import { beginOauth } from '../connections/begin-oauth.ts';
import { keepConnectRequest } from '../connections/keep-connect-request.ts';
import { DomainError } from '../errors.ts';
import { isCredentials } from './connect-account.ts';
import type { StartConnectingInput } from './connection.types.ts';
import { type GraphqlContext, mutate } from './graphql-context.ts';

/** Prepares the platform's sign-in, outside the transaction, and remembers who was sent there. Answers where to go. */
export async function startConnecting(ctx: GraphqlContext, input: StartConnectingInput): Promise<string> {
  const { workspaceId, platform, values } = input;
  await requireWorkspace(ctx, workspaceId, 'manage');
  requirePerson(ctx);
  if (values !== undefined && !isCredentials(values)) {
    throw new DomainError('validation_failed', { fields: [{ pointer: '/input/values', message: 'must be an object' }] });
  }
  const begun = await beginOauth(ctx, { platform, entered: values ?? {} });
  await mutate(ctx, (tx) => keepConnectRequest(tx, { workspaceId, platform, connectionId: input.connectionId ?? null, begun }));
  return begun.url;
}

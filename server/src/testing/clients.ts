import type { Actor } from '../access/actor.ts';
import { ClientLink, ClientLinkDraft, ClientSession } from '../approvals/clients/client-link.entity.ts';
import { type ClientActor, clientOf } from '../approvals/clients/client-links.ts';
import { DAY_MS } from '../clock.ts';
import type { Services } from '../context.ts';
import { newId } from '../new-id.ts';

/** A client with a link to these drafts, after entering the code. */
export async function givenClient(
  services: Services,
  workspace: { id: string; accountId: string },
  owner: Extract<Actor, { kind: 'user' }>,
  draftIds: readonly string[],
  email = 'client@example.org',
): Promise<ClientActor & { linkToken: string; sessionToken: string }> {
  const em = services.orm.em.fork();
  const createdAt = services.clock.now();
  const expiresAt = new Date(createdAt.getTime() + DAY_MS);
  const [id, linkToken, sessionToken] = [newId('clk'), `link-${newId('clk')}`, `session-${newId('cls')}`];
  const link = em.create(ClientLink, {
    ...{ id, email, createdAt, expiresAt, accountId: workspace.accountId, workspaceId: workspace.id, createdByUserId: owner.userId },
    tokenHash: services.sealer.hash('client-link', linkToken),
  });
  const whose = { linkId: id, accountId: workspace.accountId, workspaceId: workspace.id };
  for (const [place, draftId] of draftIds.entries()) em.create(ClientLinkDraft, { ...whose, draftId, place });
  const tokenHash = services.sealer.hash('client-session', sessionToken);
  em.create(ClientSession, { id: newId('cls'), ...whose, tokenHash, createdAt, expiresAt });
  await em.flush();
  return { ...clientOf(link), linkToken, sessionToken };
}

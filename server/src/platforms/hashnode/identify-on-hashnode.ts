import { say } from '../../languages/sentence.ts';
import { ApiFault } from '../api/api-fault.ts';
import { listAt, requiredText, textAt } from '../api/read-json.ts';
import { ConnectError, type ConnectedAccount, type Json } from '../platform.ts';
import { askHashnode, type HashnodeCall } from './hashnode-api.ts';

const ME = 'query { me { id username publications(first: 100) { edges { node { id title url } } } } }';
const PUBLICATION = 'query ($id: ObjectId) { publication(id: $id) { id title } }';

/** The account, and the publication at the address that the person chose, or its only one. */
export async function identifyOnHashnode(call: HashnodeCall): Promise<ConnectedAccount> {
  const { token = '', publication = '', publicationId } = call.account;
  const data = await askHashnode(call, ME);
  const username = requiredText('Hashnode', data, 'me', 'username');
  const all = listAt(data, 'me', 'publications', 'edges').map((edge) => (edge as { node: Json }).node);
  const chosen = publicationId ? all.filter((one) => textAt(one, 'id') === publicationId) : matching(all, publication);
  const [one] = chosen;
  if (!one || chosen.length > 1) throw new ConnectError(whichOne(all));
  const id = requiredText('Hashnode', one, 'id');
  await requirePro(call, id);
  return {
    handle: `${textAt(one, 'title') ?? username} (@${username})`,
    externalId: id,
    credentials: { token, publication: hostOf(textAt(one, 'url') ?? ''), publicationId: id },
  };
}

const matching = (all: readonly Json[], wanted: string): readonly Json[] =>
  wanted === '' ? all : all.filter((one) => hostOf(textAt(one, 'url') ?? '') === hostOf(wanted));

const hostOf = (address: string): string => URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`)?.host ?? '';

function whichOne(all: readonly Json[]) {
  const hosts = all.map((one) => hostOf(textAt(one, 'url') ?? '')).join(', ');
  if (hosts === '') return say`The account has no blog at Hashnode. Make one there first.`;
  return say`"publication" must be the address of one of the account's blogs: ${hosts}.`;
}

/** Publication-scoped reads need the same plan as publishing. */
async function requirePro(call: HashnodeCall, id: string): Promise<void> {
  try {
    await askHashnode(call, PUBLICATION, { id });
  } catch (error) {
    const needsPro = error instanceof ApiFault && error.code === 'FORBIDDEN' && /\bPro plan\b/i.test(error.message);
    throw needsPro
      ? new ConnectError(say`The blog is not on Hashnode Pro, which publishing through the API needs. Upgrade it there.`)
      : error;
  }
}

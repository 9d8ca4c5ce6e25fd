import { requiredText } from '../api/read-json.ts';
import type { Call } from '../connector.ts';
import type { ConnectedAccount, ConnectField } from '../platform.ts';
import { readServerOrigin } from '../text/safe-address.ts';
import { readInstanceLimits } from './read-instance-limits.ts';

export const SERVER_FIELD: ConnectField = {
  name: 'server',
  label: 'Server',
  help: 'The address of the server that the account lives on.',
  placeholder: 'mastodon.social',
  isSecret: false,
};

/** docs.joinmastodon.org, methods/accounts, verify_credentials. */
export async function identifyOnMastodon({ account, api }: Pick<Call, 'account' | 'api'>): Promise<ConnectedAccount> {
  const server = readServerOrigin(account.server ?? '', 'server', 'https://mastodon.social');
  const headers = { authorization: `Bearer ${account.accessToken}` };
  const { body } = await api.ask({ url: `${server}/api/v1/accounts/verify_credentials`, headers });
  const accountId = requiredText('Mastodon', body, 'id');
  const { host } = new URL(server);
  const limits = await readInstanceLimits({ api }, server);
  return {
    handle: `@${requiredText('Mastodon', body, 'username')}@${host}`,
    externalId: `${host}/${accountId}`,
    credentials: { server, accessToken: account.accessToken ?? '', accountId },
    ...(limits && { limits }),
  };
}

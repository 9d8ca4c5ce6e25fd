import { FreshUntilDocument } from '../../gql/graphql.ts';
import { askIdentity } from './identity-question.ts';
import { runDocument } from './run-document.ts';

/** Downloads a file of the account. It leaves the service, so the server requires a recent sign-in, which a download cannot request. */
export async function fetchFile(address: string): Promise<void> {
  const { security } = await runDocument(FreshUntilDocument, {});
  if (!security?.freshUntil && !(await askIdentity())) return;
  window.location.assign(address);
}

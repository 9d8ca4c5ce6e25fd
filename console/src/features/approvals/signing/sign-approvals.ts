import { BeginSignatureDocument, type GivenSignatureInput, type ToBeSignedInput } from '../../../gql/graphql.ts';
import { askPasskey } from '../../../lib/http/passkey.ts';
import { runDocument } from '../../../lib/http/run-document.ts';

/** Signs these approvals with the person's passkey, all at once; this decides nothing yet. */
export async function signApprovals(workspaceId: string, approvals: ToBeSignedInput[]): Promise<GivenSignatureInput> {
  const { beginSignature } = await runDocument(BeginSignatureDocument, { input: { workspaceId, approvals } });
  const { statement, options } = beginSignature;
  return { statement, response: await askPasskey(options) };
}

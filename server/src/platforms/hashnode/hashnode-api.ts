import { ApiFault } from '../api/api-fault.ts';
import type { ApiAnswer } from '../api/call-api.ts';
import type { Api, Refusal } from '../api/create-api.ts';
import { at, listAt, textAt } from '../api/read-json.ts';
import type { Json, JsonObject } from '../platform.ts';
import type { AccountValues } from '../read-account.ts';

/** The endpoint of github.com/Hashnode/gql-skill; gql.hashnode.com and api.hashnode.com are retired. */
export const HASHNODE_URL = 'https://gql-beta.hashnode.com/';

export interface HashnodeCall {
  base: string;
  api: Api;
  account: AccountValues;
}

/** Without a token in the account it asks as anyone. A query, or with `isSending` the mutation that creates the post; returns its `data`. */
export async function askHashnode(
  { base, api, account }: HashnodeCall,
  query: string,
  variables: JsonObject = {},
  isSending = false,
): Promise<Json | undefined> {
  const headers: Record<string, string> = account.token ? { authorization: `Bearer ${account.token}` } : {};
  const call = { url: base, headers, json: { query, variables } };
  const answer = await (isSending ? api.send(call) : api.ask(call)).catch((error: unknown) => {
    // So it answers a query for something that is not there (references/errors-and-limits.md).
    if (query.startsWith('query') && error instanceof ApiFault && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  return at(answer?.body, 'data');
}

/** github.com/Hashnode/gql-skill, references/errors-and-limits.md: the complete list; any other error has the last one. */
const KINDS: Record<string, Refusal['kind']> = {
  UNAUTHENTICATED: 'unauthorized',
  // The role does not suffice, or the publication is not on the Pro plan.
  FORBIDDEN: 'unauthorized',
  NOT_FOUND: 'rejected',
  BAD_USER_INPUT: 'rejected',
  INTERNAL_SERVER_ERROR: 'unknown',
};

/** `{"errors": [{"message": "…", "extensions": {"code": "FORBIDDEN"}}]}`, with status 200. */
export function readRefusal({ status, body }: ApiAnswer): Refusal | null {
  const errors = listAt(body, 'errors');
  if (errors.length === 0) return null;
  const message = errors.flatMap((error) => textAt(error, 'message') ?? []).join(' ');
  const code = textAt(errors[0], 'extensions', 'code') ?? '';
  const kind = KINDS[code] ?? (status < 400 ? 'unknown' : undefined);
  return { message, code, ...(kind && status !== 429 && { kind }) };
}

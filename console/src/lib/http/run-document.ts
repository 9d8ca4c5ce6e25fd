import type { TypedDocumentString } from '../../gql/graphql.ts';
import { texts } from '../texts.ts';
import { ApiError, type FieldFault, SIGNED_OUT } from './api-error.ts';
import { askIdentity, signInAgain } from './identity-question.ts';
import { type PostOptions, postJson } from './post-json.ts';

interface GraphqlError {
  message: string;
  extensions?: {
    code?: string;
    remedy?: string;
    status?: number;
    request_id?: string;
    retry_after_seconds?: number;
    fields?: FieldFault[];
  };
}

interface GraphqlAnswer<T> {
  data?: T | null;
  errors?: GraphqlError[];
}

/**
 * Runs a typed document; a partial response counts as an error, so no screen shows incomplete data. If the
 * session has ended, or a recent sign-in is required, the person is asked and it runs once more.
 */
export function runDocument<T, V>(document: TypedDocumentString<T, V>, variables: V, how: AbortSignal | PostOptions = {}): Promise<T> {
  return runSignedIn(() => runOnce(document, variables, how));
}

/** Runs `work`, and once more after the person has signed in again, if the server required that. */
export async function runSignedIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const ask = error instanceof ApiError ? questionOf(error) : null;
    if (!ask || !(await ask())) throw error;
    return work();
  }
}

function questionOf({ code, needsSignIn }: ApiError): (() => Promise<boolean>) | null {
  if (needsSignIn) return signInAgain.ask;
  return code === 'reauthentication_required' ? askIdentity : null;
}

async function runOnce<T, V>(document: TypedDocumentString<T, V>, variables: V, how: AbortSignal | PostOptions): Promise<T> {
  const answer = await postJson<GraphqlAnswer<T>>('/api/graphql', { query: document.toString(), variables }, how);
  const [first] = answer.errors ?? [];
  if (first) throw graphqlError(first);
  if (answer.data === undefined || answer.data === null) {
    throw new ApiError({ code: 'internal_error', ...texts.noAnswer, status: 200 });
  }
  return answer.data;
}

function graphqlError({ message, extensions = {} }: GraphqlError): ApiError {
  const code = extensions.code ?? 'internal_error';
  return new ApiError({
    code,
    message,
    remedy: extensions.remedy ?? texts.fault.remedy,
    // The server's sentence for this is written for programs.
    ...(code === SIGNED_OUT ? texts.signedOut : {}),
    status: extensions.status ?? 200,
    requestId: extensions.request_id ?? null,
    retryAfterSeconds: extensions.retry_after_seconds ?? null,
    fields: extensions.fields ?? [],
  });
}

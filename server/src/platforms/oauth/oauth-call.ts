import { asConnectError } from '../api/api-fault.ts';
import { type Api, createApi, type Dialect, type ReadRefusal } from '../api/create-api.ts';
import { textAt } from '../api/read-json.ts';

const TIMEOUT_MS = 30_000;

/** Runs the calls of one step of an OAuth flow; any failure becomes a ConnectError for the person. */
export async function withOauthApi<T>(dialect: Dialect, work: (api: Api) => Promise<T>): Promise<T> {
  try {
    return await work(createApi(dialect, AbortSignal.timeout(TIMEOUT_MS)));
  } catch (error) {
    throw asConnectError(error);
  }
}

/** RFC 6749, section 5.2. */
export const readOauthError: ReadRefusal = ({ status, body }) => {
  const code = textAt(body, 'error');
  if (status < 400 || code === null) return null;
  return { message: textAt(body, 'error_description') ?? code, code };
};

/** RFC 6749, section 5.1: the expiry of a token with this lifetime in seconds. */
export function endOf(expiresInSeconds: string | null): { expiresAt?: string } {
  const seconds = Number(expiresInSeconds);
  return expiresInSeconds !== null && seconds > 0 ? { expiresAt: new Date(Date.now() + seconds * 1000).toISOString() } : {};
}

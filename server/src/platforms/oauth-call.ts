import { ApiFault } from './api/api-fault.ts';
import { type Api, createApi, type ReadRefusal } from './api/create-api.ts';
import { textAt } from './api/read-json.ts';
import { ConnectError } from './platform.ts';

const TIMEOUT_MS = 30_000;

/** Runs the calls of one step of an OAuth flow; whatever goes wrong is told to the person as a ConnectError. */
export async function withOauthApi<T>(
  label: string,
  secrets: readonly string[],
  work: (api: Api) => Promise<T>,
  readRefusal = readOauthError,
): Promise<T> {
  const api = createApi({ label, readRefusal, secrets }, AbortSignal.timeout(TIMEOUT_MS));
  try {
    return await work(api);
  } catch (error) {
    throw error instanceof ApiFault ? new ConnectError(error.message) : error;
  }
}

/** RFC 6749, section 5.2. */
export const readOauthError: ReadRefusal = ({ status, body }) => {
  const code = textAt(body, 'error');
  if (status < 400 || code === null) return null;
  return { message: textAt(body, 'error_description') ?? code, code };
};

/** RFC 6749, section 5.1: when a token ends that lasts so many seconds from now on. */
export function endOf(expiresInSeconds: string | null): { expiresAt?: string } {
  const seconds = Number(expiresInSeconds);
  return expiresInSeconds !== null && seconds > 0 ? { expiresAt: new Date(Date.now() + seconds * 1000).toISOString() } : {};
}

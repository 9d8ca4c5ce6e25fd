import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../errors.ts';
import { createOperatorFetch } from '../outbound/operator-fetch.ts';
import { type AloneCommand, optionalText, textOf, UsageError } from './command.ts';
import { readSecretFile, withSecretFile } from './secret-files.ts';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const MOST_BYTES = 65_536;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The person at the command line names the server, so its address is trusted. */
const call = createOperatorFetch(MOST_BYTES);

interface LogInInput {
  server: string;
  name: string;
  tokenFile: string;
  /** Shows the person where to allow it. */
  tell(sentence: string): Promise<void>;
  /** Ends the wait when the caller stops waiting for the person. */
  signal?: AbortSignal;
}

interface OauthAnswer extends Record<string, unknown> {
  error?: string;
  error_description?: string;
}

/** Temporary errors: the next response may differ. */
const PASSING = ['temporarily_unavailable', 'server_error'];

/**
 * Requests access for a person's own program (RFC 8628): they allow it in the console, and the token goes from the
 * response into a new file, without being displayed.
 */
export async function logIn({ server, name, tokenFile, tell, signal }: LogInInput): Promise<Record<string, unknown>> {
  const origin = readServer(server);
  return withSecretFile(tokenFile, 'token-file', async (write) => {
    const flow = await ask(origin, 'device_authorization', { client_id: 'cs', client_name: name, kind: 'integration', scope: 'read' });
    if (flow.error) throw refused(flow);
    await tell(`Open ${flow.verification_uri_complete} in your browser and authorize it if it shows the code ${flow.user_code}.\n`);
    const answer = await waitForToken(origin, flow, signal);
    await write(String(answer.access_token));
    return {
      server: origin,
      workspace_id: answer.workspace_id,
      scope: answer.scope,
      key_ends_in_days: Math.floor(Number(answer.expires_in) / 86_400),
      token_file: tokenFile,
    };
  });
}

/** Revokes the token. */
export async function logOut(server: string, token: string): Promise<void> {
  const answer = await ask(readServer(server), 'revoke', { token });
  if (answer.error) throw refused(answer);
}

/**
 * Polls at the server's interval, until the person has decided or the time is over. Continues while the server is
 * away.
 */
async function waitForToken(origin: string, flow: OauthAnswer, signal: AbortSignal | undefined): Promise<OauthAnswer> {
  const form = { grant_type: DEVICE_GRANT, client_id: 'cs', device_code: String(flow.device_code) };
  const endsAt = Date.now() + Number(flow.expires_in) * 1_000;
  let interval = Number(flow.interval ?? 5);
  while (true) {
    const answer = await ask(origin, 'token', form).catch(({ message }: Error) => ({ error: PASSING[0], error_description: message }));
    if (!answer.error) return answer;
    const isPassing = PASSING.includes(answer.error) && Date.now() < endsAt;
    // RFC 8628, section 3.5: from then on it waits longer.
    if (answer.error === 'slow_down') interval += 5;
    else if (isPassing) interval *= 2;
    else if (answer.error !== 'authorization_pending') throw refused(answer);
    await pause(interval * 1_000, undefined, { signal }).catch(() => {
      throw refused({ error_description: 'interrupted before it was authorized.' });
    });
  }
}

async function ask(origin: string, path: string, form: Record<string, string>): Promise<OauthAnswer> {
  try {
    const response = await call(`${origin}/api/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) });
    const answer = (await response.json()) as OauthAnswer;
    if (response.ok || answer.error) return answer;
  } catch {
    // Not a response of the server.
  }
  throw new UsageError(`--server: ${origin} does not respond like a Countersign server.`);
}

/** The token is sent there, so it must be encrypted, except on this machine. */
function readServer(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (!url || !isSafe) throw new UsageError(`--server must be an https URL, such as https://posts.example.org, not "${text}".`);
  return url.origin;
}

function refused({ error, error_description }: OauthAnswer): DomainError {
  return new DomainError('invalid_state', { message: `Not logged in: ${error_description ?? error}`, details: { error } });
}

const server = { value: 'URL', isRequired: true, help: 'URL of the console, such as https://posts.example.org' };

const login: AloneCommand = {
  noun: 'login',
  verb: '',
  help: 'Get a read-only token for a program of your own, with your access; you authorize it in your browser, and it is written to a file',
  flags: {
    server,
    'token-file': { value: 'FILE', isRequired: true, help: 'new file for the token, readable only by you' },
    name: { value: 'NAME', help: 'the program’s name, as people see it; default: cs' },
  },
  async runAlone(_env, flags) {
    // Otherwise Ctrl-C would leave an empty file behind, which the next attempt refuses.
    const interrupted = new AbortController();
    const end = () => interrupted.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    try {
      return await logIn({
        server: textOf(flags, 'server'),
        name: optionalText(flags, 'name') ?? 'cs',
        tokenFile: textOf(flags, 'token-file'),
        async tell(sentence) {
          process.stderr.write(sentence);
        },
        signal: interrupted.signal,
      });
    } finally {
      process.off('SIGINT', end).off('SIGTERM', end);
    }
  },
};

const logout: AloneCommand = {
  noun: 'logout',
  verb: '',
  help: 'Revoke a token and delete its file',
  flags: { server, 'token-file': { value: 'FILE', isRequired: true, help: 'file written by cs login' } },
  async runAlone(_env, flags) {
    const tokenFile = textOf(flags, 'token-file');
    await logOut(textOf(flags, 'server'), await readSecretFile(tokenFile, 'token-file'));
    await rm(tokenFile);
    return { token_file: tokenFile, state: 'revoked' };
  },
};

export const LOGIN_COMMANDS: AloneCommand[] = [login, logout];

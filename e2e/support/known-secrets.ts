/** Something that no user interface may show, and where the one exception to that is. */
export interface KnownSecret {
  name: string;
  value: string;
  /** The screen that shows a person their own secret; no other may contain it. */
  screen?: string;
  /** The screen whose tab may keep it: that of a client's own link. */
  tab?: string;
  /** The operation whose response that screen shows. */
  operation?: string;
  /** The server prints it for the operator: the first run's link. */
  isPrinted?: boolean;
}

const known = new Map<string, KnownSecret>();
const outputs = new Set<() => string>();

/** Registers a secret for the rest of the worker's life. Short ones would match everywhere. */
export function learnSecret(secret: KnownSecret): void {
  if (secret.value.length >= 10 && !known.has(secret.value)) known.set(secret.value, secret);
}

export const knownSecrets = (): KnownSecret[] => [...known.values()];

/** Everything that a server prints is searched as well. */
export function learnOutput(output: () => string): void {
  outputs.add(output);
}

export const serverOutputs = (): string[] => [...outputs].map((output) => output());

/** Agents and set-ups of the tests call the service by fetch: their own secrets are in those responses. */
const plainFetch = globalThis.fetch;
globalThis.fetch = async (...request) => {
  const answer = await plainFetch(...request);
  for (const line of answer.headers.getSetCookie()) learnCookie(line);
  if (answer.headers.get('content-type')?.includes('json')) learnTokens(await answer.clone().text());
  return answer;
};

function learnTokens(body: string): void {
  for (const [, name = '', value = ''] of body.matchAll(/"(access_token|device_code)":\s*"([^"]+)"/g)) {
    learnSecret({ name, value });
    // Also the secret part of a key.
    const [, , , part] = value.split('_');
    if (name === 'access_token' && part) learnSecret({ name: 'secret part of an access_token', value: part });
  }
}

/** The value of a `Set-Cookie` line, without the name and the attributes. */
export function learnCookie(line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  learnSecret({ name: `cookie ${pair.slice(0, at)}`, value: pair.slice(at + 1) });
}

const OWN: Record<string, string> = {
  beginTotp: '/settings/security',
  confirmTotp: '/settings/security',
  renewRecoveryCodes: '/settings/security',
  inviteMember: '/settings/members',
};

/** A person's own authenticator secret, recovery codes and invitation links, from the responses that contain them. */
export function learnOwn(body: string): void {
  for (const [operation, screen] of Object.entries(OWN)) {
    if (!body.includes(`"${operation}"`)) continue;
    const { data } = JSON.parse(body) as { data?: Record<string, unknown> };
    for (const value of secretsIn(data?.[operation])) learnSecret({ name: operation, value, screen, operation });
  }
}

function secretsIn(answer: unknown): string[] {
  const { secret, recoveryCodes, link } = (answer ?? {}) as { secret?: string; recoveryCodes?: string[]; link?: string };
  return [...(secret ? [secret] : []), ...(recoveryCodes ?? []), ...(link ? [link.split('#token=')[1] ?? ''] : [])];
}

import { Resolver } from 'node:dns/promises';

/** The addresses of a name, as text; throws if there are none. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<string[]>;

const TRY_MS = 1_500;

/**
 * Queries DNS directly: the system resolver would also read /etc/hosts, and a deliberately slow name server would
 * block its few threads, which files and images need too.
 */
export const resolveHost: ResolveHost = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

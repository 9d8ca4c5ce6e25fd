import { MESSAGES } from '../../db/service-client.ts';

/** Runs the work and returns what this process wrote to its database meanwhile: the statements of each write, begin and commit included. */
export async function recordMessages(work: () => Promise<unknown>): Promise<string[]> {
  const messages: string[] = [];
  const onMessage = (message: unknown): void => void messages.push(String(message));
  MESSAGES.subscribe(onMessage);
  try {
    await work();
  } finally {
    MESSAGES.unsubscribe(onMessage);
  }
  return messages;
}

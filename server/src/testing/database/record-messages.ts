import { MESSAGES } from '../../db/reading/one-round-trip.ts';

/** Runs the work and returns what this process sent to its database meanwhile, including transaction control. */
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

import type { QueryClient } from '@tanstack/react-query';
import { forgetDesk } from '../forget-desk.ts';
import { readLeft, writeLeft } from '../left-decisions.ts';
import { unsubscribePush } from '../push-device.ts';
import { removeAllUnsaved } from '../unsaved-text.ts';
import { viewerQuery } from '../viewer.ts';
import { postJson } from './post-json.ts';

/**
 * Signs out, and removes what this browser has kept of the person: the desk, typed text, decisions and push messages. What
 * others have kept, and the browser's own choices, stay. Throws if the server did not confirm it: then nothing is removed.
 */
export async function endSession(queryClient: QueryClient): Promise<void> {
  const viewer = await queryClient.ensureQueryData(viewerQuery);
  await postJson('/api/auth/sign-out', {});
  if (viewer) {
    removeAllUnsaved(`${viewer.id} `);
    writeLeft(readLeft().filter(({ personId }) => personId !== viewer.id));
  }
  // Not awaited: meanwhile the page would ask to sign in again.
  void forgetDesk();
  // Best effort: the push service reports it at the next message.
  void unsubscribePush().catch(() => undefined);
}

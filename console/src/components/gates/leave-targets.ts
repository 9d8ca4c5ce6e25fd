import { type ApprovalState, LeaveOutDocument } from '../../gql/graphql.ts';
import { asApiError, sentence } from '../../lib/http/api-error.ts';
import { runDocument } from '../../lib/http/run-document.ts';
import { listed, texts } from '../texts.ts';
import { showRefusal, showToast } from '../ui/toasts.tsx';

interface Target {
  name: string;
  target: string;
}

const namesOf = (targets: readonly Target[]): string => listed(targets.map(({ name }) => name));

/** Removes one target after the other, and says which. Loaded when it is asked for; returns the approval that is current then. */
export async function leaveTargets(
  targets: readonly Target[],
  draftId: string,
  contentHash: string,
): Promise<{ id: string; state: ApprovalState } | null | undefined> {
  let asked: { id: string; state: ApprovalState } | null | undefined;
  let hash = contentHash;
  let done = 0;
  try {
    for (const { target } of targets) {
      const { leaveOut } = await runDocument(LeaveOutDocument, { input: { draftId, target, contentHash: hash } });
      asked = leaveOut.publishJob?.approval;
      hash = leaveOut.contentHash ?? hash;
      done += 1;
    }
  } catch (error) {
    if (done === 0) throw error;
    // What was left out before has changed the page, with the dialog that would show the refusal.
    showRefusal(`${texts.gates.leaveOut.left({ name: namesOf(targets.slice(done)) })} ${sentence(asApiError(error))}`);
  }
  showToast(texts.gates.leaveOut.done({ name: namesOf(targets.slice(0, done)) }));
  return asked;
}

import type { DecisionKind } from '../../gql/graphql.ts';
import { texts as sendingTexts } from '../../messages/en/sending.ts';

/** Texts between a decision and the server's response. */
export { sendingTexts };

export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** 'Approved “Jazz at eight”', or how many decisions of which kind. */
export function madeWords(made: readonly { decision: DecisionKind; title: string }[]): string {
  const [first] = made;
  const isOneKind = made.every(({ decision }) => decision === first?.decision);
  return sendingTexts.undo.what({ count: made.length, decision: first && isOneKind ? first.decision : 'MIXED', title: first?.title ?? '' });
}

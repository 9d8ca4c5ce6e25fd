import type { SafetyCheck } from '../../access/safety-policy.ts';
import type { Sentence } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import type { Pause } from '../../long-work/let-others-go.ts';
import { matchesOf } from '../../platforms/text/graphemes.ts';
import type { TextFinding } from '../safety-finding.ts';

/** A pattern with its message. */
export interface Shape {
  shape: RegExp;
  message: Sentence;
  severity: TextFinding['severity'];
}

/** All matches of the patterns, each searched separately; matches within an earlier finding are not repeated. */
export async function findShapes(text: string, check: SafetyCheck, shapes: readonly Shape[], pause: Pause): Promise<TextFinding[]> {
  const findings: TextFinding[] = [];
  const isTaken = new Uint8Array(text.length);
  for (const { shape, message, severity } of shapes) {
    for (const { 0: written, index } of matchesOf(text, shape)) {
      const end = index + written.length;
      if (written === '' || isTaken[index] || isTaken[end - 1]) continue;
      isTaken.fill(1, index, end);
      findings.push({ check, severity, ...toStoredMessage(message), span: { start: index, end } });
    }
    await pause();
  }
  return findings;
}

import type { Context } from '../context.ts';
import type { Preview } from '../platforms/platform.ts';
import { checkSafety } from './check-safety.ts';
import { type Destination, findRepeatedTexts } from './find-repeated-texts.ts';
import type { SafetyFinding, SafetyPost } from './safety-finding.ts';

/** What the checks need of a payload, frozen or only prepared. */
export interface CheckedPayload {
  draftId: string;
  platform: string;
  connectionId?: string | null;
  textHash: string;
  preview: Preview;
}

/**
 * All findings for many sets of payloads (one set a job or approval), by the set's `id`: the pure
 * checks, and the same text to the same connection within 30 days. One query for all of them.
 */
export async function safetyFindingsOf(
  ctx: Context,
  sets: readonly { id: string; payloads: readonly CheckedPayload[] }[],
): Promise<Map<string, SafetyFinding[]>> {
  const repeated = await findRepeatedTexts(
    ctx,
    sets.flatMap(({ payloads }) => payloads.flatMap((payload) => destinationOf(payload) ?? [])),
  );
  return new Map(
    sets.map(({ id, payloads }) => [
      id,
      withoutDoubles([
        ...checkSafety(payloads.flatMap(safetyPostsOf)),
        ...payloads.flatMap((payload) => repeatFindings(payload, repeated)),
      ]),
    ]),
  );
}

/** Every text of a payload as a reader would see it. */
export function safetyPostsOf({ platform, preview }: Pick<CheckedPayload, 'platform' | 'preview'>): SafetyPost[] {
  const texts = preview.parts.map((part, index) => ({ platform, field: index === 0 ? 'text' : `thread/${index - 1}`, text: part.text }));
  return preview.linkCard ? [...texts, { platform, field: 'link', text: preview.linkCard.url }] : texts;
}

function destinationOf({ draftId, connectionId, textHash }: CheckedPayload): Destination | null {
  return connectionId ? { draftId, connectionId, textHash } : null;
}

function repeatFindings(payload: CheckedPayload, repeated: ReadonlySet<string>): SafetyFinding[] {
  if (!repeated.has(JSON.stringify(destinationOf(payload)))) return [];
  return [
    {
      check: 'repeated_text',
      // A warning: a person may well mean it.
      severity: 'warn',
      message: 'The same text has gone to this account within the last 30 days, or is on its way there.',
      platform: payload.platform,
      field: 'text',
      span: null,
    },
  ];
}

/** Two connections on one platform get the same words: one finding says it. */
function withoutDoubles(findings: SafetyFinding[]): SafetyFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

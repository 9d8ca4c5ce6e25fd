import { LanguageName, type Sentence, say } from '../../languages/sentence.ts';
import { toStoredMessage } from '../../languages/stored-message.ts';
import { type OutgoingText, outgoingTexts, type WordedPayload } from '../../payloads/outgoing-texts.ts';
import type { Departure } from '../../platforms/text/omission.ts';
import type { SafetyFinding } from '../safety-finding.ts';

/**
 * Where a model's caption may differ in meaning from its source, found when it was generated. Always
 * warnings.
 */
export function departuresOfPayload({ platform, ...payload }: WordedPayload & { platform: string }): SafetyFinding[] {
  const { departures = [] } = payload.preview;
  if (departures.length === 0) return [];
  return departureFindings(platform, departures, outgoingTexts(payload));
}

/** As above, with their positions in these texts. */
export function departureFindings(platform: string, departures: readonly Departure[], texts: readonly OutgoingText[]): SafetyFinding[] {
  return departures.map((departure) => {
    const place = placeOf(departure, texts);
    return { check: 'differs_from_source', severity: 'warn', ...toStoredMessage(wordsOf(departure)), platform, ...place };
  });
}

/** A title or a network's own form may have moved the text, so it is searched for. */
function placeOf({ quote, start, part }: Departure, texts: readonly OutgoingText[]): Pick<SafetyFinding, 'field' | 'span'> {
  const own = part === null ? 'text' : `thread/${part}`;
  if (quote === null || quote === '') return { field: own, span: null };
  const ordered = [...texts].sort((a, b) => Number(b.field === own) - Number(a.field === own));
  const holder = ordered.find(({ text }) => text.includes(quote));
  if (!holder) return { field: own, span: null };
  const isThere = holder.field === own && holder.text.startsWith(quote, start);
  const from = isThere ? start : holder.text.indexOf(quote);
  return { field: holder.field, span: { start: from, end: from + quote.length } };
}

function wordsOf({ kind, quote, languages }: Departure): Sentence {
  const quoted = quote ?? '';
  switch (kind) {
    case 'negation':
      return say`The source says the opposite about "${quoted}", or does not say it. Compare them.`;
    case 'number':
      return say`The source uses the number ${quoted} for something else. Compare them.`;
    case 'language':
      return say`This is in ${new LanguageName(languages?.[0] ?? '')}; ${new LanguageName(languages?.[1] ?? '')} was expected.`;
    case 'markup':
      return say`This is markup, which readers here see as it is written. Remove it.`;
    case 'unlinked':
      return say`This sentence has almost nothing in common with the source. Check it, or remove it.`;
    case 'instructions':
      return say`This repeats the instructions to the language model. Remove it.`;
    case 'added':
      return say`The source does not say "${quoted}". Check it, or remove it.`;
  }
}

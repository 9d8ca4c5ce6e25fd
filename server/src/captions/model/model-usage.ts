interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

/** Typical; providers count more for some scripts. */
const CHARACTERS_PER_TOKEN = 3;
/** More than one token per byte cannot be right, apart from the provider's own overhead. */
const BYTES_PER_CHARACTER = 4;
const OWN_TOKENS = 20_000;

/** The tokens that a provider reports; an estimate where the report is missing or impossible. */
export function readUsage(
  reported: { inputTokens: number | undefined; outputTokens: number | undefined } | undefined,
  { sent, received, maxOutputTokens }: { sent: number; received: number; maxOutputTokens: number },
): Tokens {
  return {
    inputTokens: plausible(reported?.inputTokens, sent, sent * BYTES_PER_CHARACTER + OWN_TOKENS),
    outputTokens: plausible(reported?.outputTokens, received, Math.max(maxOutputTokens, received * BYTES_PER_CHARACTER) + OWN_TOKENS),
  };
}

function plausible(tokens: number | undefined, characters: number, most: number): number {
  // A call is never free, so a count of zero is a missing one.
  const isCount = tokens !== undefined && Number.isInteger(tokens) && tokens >= (characters > 0 ? 1 : 0) && tokens <= most;
  return isCount ? tokens : Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

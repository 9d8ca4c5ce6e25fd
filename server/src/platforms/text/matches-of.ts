/**
 * As matchAll() of a pattern with the flag `g`, for rare patterns: matchAll() clones the pattern each time, which
 * takes longer than searching a post.
 */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  return text.search(pattern) === -1 ? [] : [...text.matchAll(pattern)];
}

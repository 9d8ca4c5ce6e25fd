/**
 * As matchAll() of a pattern with the flag `g`, for patterns that are seldom found: matchAll() makes a new pattern of it each time, which takes
 * longer than to look through a post.
 */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  return text.search(pattern) === -1 ? [] : [...text.matchAll(pattern)];
}

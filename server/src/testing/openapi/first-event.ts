/**
 * The data of a stream's first event, unparsed; an empty object without one. Lines end by the format (WHATWG HTML,
 * 9.2.6) only: `.` of a regular expression stops at U+2028 too, which JSON may contain.
 */
export function firstEvent(stream: string) {
  return JSON.parse(/(?:^|[\r\n])data: ([^\r\n]*)/.exec(stream)?.[1] ?? '{}');
}

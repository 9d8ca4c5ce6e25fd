/**
 * What the first event of a stream says, as it was sent; an empty object where there is none. Its line ends where the format says
 * (WHATWG HTML, 9.2.6), and nowhere else: `.` of a regular expression ends at U+2028 too, which JSON may hold.
 */
export function firstEvent(stream: string) {
  return JSON.parse(/(?:^|[\r\n])data: ([^\r\n]*)/.exec(stream)?.[1] ?? '{}');
}

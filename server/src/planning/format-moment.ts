/** A time as a sentence names it: "Saturday 12 December 2026, 08:00 (Europe/Lisbon)". */
export function formatMoment(at: Date, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at);
  const day = part({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', '');
  return `${day}, ${part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })} (${timeZone})`;
}

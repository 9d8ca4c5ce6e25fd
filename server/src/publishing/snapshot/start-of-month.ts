/** When the month of `now` began, in UTC: what the limits of a grant count from. */
export function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

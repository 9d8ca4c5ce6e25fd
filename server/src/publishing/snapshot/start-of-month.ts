/** When the month of `now` began, in UTC: the start of a grant's monthly limit. */
export function startOfMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
}

/** The time zone as the browser has it; it does not always know. */
export const browserZone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;

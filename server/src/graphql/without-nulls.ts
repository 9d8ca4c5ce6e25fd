/** GraphQL says null for what was left out; the commands know only what is there. */
export function withoutNulls<T extends object>(input: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value != null)) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** An array goes as text, `{…}`, cast where it is used. */
export type BoundValue = string | number | boolean | Date | null;

/** The values of a statement that the connection is to prepare. */
export class BoundValues extends Array<BoundValue> {}

/** What goes ahead of such a statement, in its message. */
export interface Opening {
  /** Begins a transaction that goes on after the message; without one the message is a transaction. */
  begin?: string;
  wall?: { sql: string; values: BoundValues };
}

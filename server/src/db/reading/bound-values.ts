/** An array goes as text, `textArray()`, cast where it is used. */
export type BoundValue = string | number | boolean | Date | Left | null;

/** Texts that a statement ahead of it in the same message, `leave()`, has found: what hangs on a page is asked for in the message of the page. */
export class Left {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** What narrows a statement: `?` stands for the next value. */
export type Condition = [sql: string, ...values: BoundValue[]];

/** As PostgreSQL writes an array of texts. Each stands in quotes: what a caller names as an id may hold commas and braces. */
export const textArray = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** The values of a statement that the connection is to prepare. */
export class BoundValues extends Array<BoundValue> {}

/** The same, of one that is planned anew each time, with its values in it: they decide by which index it goes. */
export class PlannedValues extends BoundValues {}

/** In place of values: several such statements, to go out as one message. */
export class Questions extends Array<{ sql: string; values: BoundValues }> {}

/** What goes ahead of such a statement, in its message. */
export interface Opening {
  /** Begins a transaction that goes on after the message; without one the message is a transaction. */
  begin?: string;
  wall?: { sql: string; values: BoundValues };
}

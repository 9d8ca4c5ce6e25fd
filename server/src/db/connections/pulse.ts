/** Callers that wait for a connection have waited longer than this already. */
const SILENT_AFTER_MS = 2_000;

/** Tells a database that hangs from one that has too much to do: whether it answers anything at all. */
export class Pulse {
  #open = 0;
  #heardAt = performance.now();

  /** A statement, or the beginning of a connection, is sent. */
  begin(): void {
    if (this.#open === 0) this.#heardAt = performance.now();
    this.#open += 1;
  }

  /** The database has answered it. */
  answer(): void {
    this.#heardAt = performance.now();
    this.#open -= 1;
  }

  /** The caller does not wait any more; that may be without an answer. */
  giveUp(): void {
    this.#open -= 1;
  }

  /** Something was sent, and nothing has been answered for a while. */
  get isSilent(): boolean {
    return this.#open > 0 && performance.now() - this.#heardAt > SILENT_AFTER_MS;
  }
}

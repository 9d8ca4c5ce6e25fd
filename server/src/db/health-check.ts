/** Callers that wait for a connection have waited longer than this already. */
const SILENT_AFTER_MS = 2_000;

/** Distinguishes a hanging database from a busy one: whether it responds to anything at all. */
export class HealthCheck {
  #open = 0;
  #heardAt = performance.now();

  /** A statement or connection attempt is sent. */
  begin(): void {
    if (this.#open === 0) this.#heardAt = performance.now();
    this.#open += 1;
  }

  /** The database has responded to it. */
  answer(): void {
    this.#heardAt = performance.now();
    this.#open -= 1;
  }

  /** The caller has stopped waiting, possibly without a response. */
  giveUp(): void {
    this.#open -= 1;
  }

  /** Something was sent, and there has been no response for a while. */
  get isSilent(): boolean {
    return this.#open > 0 && performance.now() - this.#heardAt > SILENT_AFTER_MS;
  }
}

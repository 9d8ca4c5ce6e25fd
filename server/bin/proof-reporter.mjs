// One line for each promise that was proved or broken, and under it the figures that were counted.

export default class ProofReporter {
  #held = 0;
  #broken = 0;

  onTestCaseReady(test) {
    if (process.stdout.isTTY) process.stdout.write(`… ${test.name}\n`);
  }

  onTestCaseResult(test) {
    const { state, errors, note } = test.result();
    // Tests that were not selected are skipped silently.
    if (state === 'skipped' && note) process.stdout.write(`- ${test.name}: skipped. ${note}\n`);
    if (state === 'skipped') return;
    const isHeld = state === 'passed';
    if (isHeld) this.#held += 1;
    else this.#broken += 1;
    const seconds = ((test.diagnostic()?.duration ?? 0) / 1_000).toFixed(1);
    process.stdout.write(`${isHeld ? '✓' : '✗'} ${test.name} (${seconds} s)\n`);
    for (const line of test.meta().figures ?? []) process.stdout.write(`    ${line}\n`);
    for (const error of errors ?? []) process.stdout.write(`${error.stack ?? error.message}\n${error.diff ?? ''}\n`);
  }

  onTestRunEnd(modules, errors) {
    // A file that could not be run at all has broken whatever it promised.
    for (const module of modules) {
      for (const error of module.errors()) this.#fault(error);
    }
    for (const error of errors) this.#fault(error);
    process.stdout.write(`\n${this.#held} held, ${this.#broken} broken\n`);
  }

  #fault(error) {
    this.#broken += 1;
    process.stdout.write(`✗ ${error.stack ?? error.message}\n`);
  }
}

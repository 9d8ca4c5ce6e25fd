import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepScratchInMemory } from './bin/scratch.mjs';

keepScratchInMemory();

/**
 * These have a process of their own. One replaces modules, which the other files of its process would get too; one makes ids of the
 * future, after which all later ones of that process are of the future; one counts patterns at the prototype of RegExp, after which V8
 * keeps every pattern of that process on its slow path; and it and another do nothing but compute, which takes several times as long in
 * a heap that holds what all the others have loaded.
 */
export const ALONE = [
  'src/testing/matrix/without-authorization.test.ts',
  'src/audit/seal-audit.test.ts',
  'src/captions/embedded/embedded-properties.test.ts',
  'src/captions/corpus/corpus.test.ts',
];

/** The tests with WordPress and Ghost themselves. They try what is shipped: the built connectors. */
const THEMSELVES = 'src/platforms/*/*-itself.test.ts';

/** Begun first, so that no worker is left with one that works or waits for half a minute while the cores have nothing else to do. */
const LONG = [
  'platforms/ghost/ghost-itself',
  'cli/cli',
  'db/release-lost-connections',
  'http/hung-database',
  'http/server',
  'testing/matrix/foreign-ids',
  'testing/matrix/least-privilege',
  'testing/matrix/reads',
  'worker/database-outage',
  'worker/freeze',
  'platforms/wordpress/wordpress-itself',
  'worker/kill',
].map((name) => `/src/${name}.test.ts`);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Node loads the sources itself, as it does those of programs that tests start.
    experimental: { viteModuleRunner: false },
    execArgv: ['--import', join(import.meta.dirname, 'bin', 'decorators.mjs')],
    globalSetup: ['src/testing/global-setup.ts'],
    // A program that a test starts from its sources takes four seconds alone, and 20 beside the other workers and the browser's tests.
    // At a load of 15 on two cores tests took more than 120. The limit is for what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A poll ends as soon as what it waits for is there; the default of a second is too short on a busy machine.
    expect: { poll: { timeout: 40_000 } },
    // One more than the cores that a small machine has: some wait for a killed process or a database that hangs.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      // Loading the service takes longer than most files' tests, so the files of a worker share what is loaded.
      {
        extends: true,
        test: { name: 'shared', include: ['src/**/*.test.ts'], exclude: [...ALONE, THEMSELVES], isolate: false, globalSetup: [] },
      },
      { extends: true, test: { name: 'alone', include: ALONE, globalSetup: [] } },
      // What is shipped is the build: the connectors' contracts hold for that too.
      {
        extends: true,
        test: {
          name: 'built',
          include: ['src/platforms/*/*-platform.test.ts', 'src/platforms/bluesky/bluesky-failures.test.ts', THEMSELVES],
          isolate: false,
          execArgv: ['decorators.mjs', 'from-the-build.mjs'].flatMap((file) => ['--import', join(import.meta.dirname, 'bin', file)]),
          globalSetup: ['src/testing/build-first.ts'],
        },
      },
    ],
  },
});

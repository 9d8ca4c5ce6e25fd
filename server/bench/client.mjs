// Sends requests for load.mjs, which starts it as a process of its own. A "[<n>]" in a body is a number of its own each time.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../bin/toolchain.mjs';

const autocannon = createRequire(join(ROOT, 'server', 'package.json'))('autocannon');
const { body, ...options } = JSON.parse(process.argv[2]);
let number = 0;
const numbered = (request) => {
  number += 1;
  return { ...request, body: body.replace('[<n>]', String(number)) };
};
const requests = body === undefined ? [{}] : [{ setupRequest: numbered }];
const { statusCodeStats, errors, timeouts, duration, latency } = await autocannon({ ...options, requests });
process.stdout.write(JSON.stringify({ statusCodeStats, errors, timeouts, duration, latency }));

import { Baseline } from './0400-baseline.ts';
import { BASELINE } from './baseline.ts';

/** Every migration in order. The name is what the migrations table remembers: it never changes. */
export const MIGRATIONS = [{ name: BASELINE, class: Baseline }];

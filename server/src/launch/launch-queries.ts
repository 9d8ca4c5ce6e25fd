import type { EntityManager } from '@mikro-orm/postgresql';
import { LaunchStep } from './launch-step.entity.ts';
import { LAUNCH_STEPS, type LaunchStepFacts } from './launch-steps.ts';

export interface LaunchStepState extends LaunchStepFacts {
  signedAt: Date | null;
}

/** Every step in order, with when it was signed. */
export async function readLaunchSteps(em: EntityManager): Promise<LaunchStepState[]> {
  const signed = new Map((await em.find(LaunchStep, {})).map((row) => [row.step, row.signedAt]));
  return LAUNCH_STEPS.map((step) => ({ ...step, signedAt: signed.get(step.id) ?? null }));
}

/** Whether every step is signed; before that only the sandbox publishes. */
export async function isLaunched(em: EntityManager): Promise<boolean> {
  return (await readLaunchSteps(em)).every((step) => step.signedAt !== null);
}

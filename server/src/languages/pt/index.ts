import type { Translation } from '../translation.ts';
import { connecting } from './connecting.ts';
import { gates } from './gates.ts';
import { launch } from './launch.ts';

/**
 * What the service itself says, in the Portuguese of Portugal. What the console says stands with the console.
 */
export const translation: Translation = {
  ...gates,
  ...connecting,
  ...launch,
};

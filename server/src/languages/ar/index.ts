import type { Translation } from '../translation.ts';
import { connecting } from './connecting.ts';
import { faults } from './faults.ts';
import { findings } from './findings.ts';
import { gates } from './gates.ts';
import { launch } from './launch.ts';
import { mails } from './mails.ts';
import { networkSettings } from './network-settings.ts';
import { news } from './news.ts';
import { notices } from './notices.ts';
import { outcomes } from './outcomes.ts';
import { refusals } from './refusals.ts';
import { refusalsAccess } from './refusals-access.ts';
import { refusalsFields } from './refusals-fields.ts';
import { refusalsPosts } from './refusals-posts.ts';
import { remedies } from './remedies.ts';
import { standing } from './standing.ts';
import { told } from './told.ts';
import { violations } from './violations.ts';

/**
 * What the service itself says, in Arabic. What the console says stands with the console.
 */
export const translation: Translation = {
  ...gates,
  ...findings,
  ...outcomes,
  ...faults,
  ...violations,
  ...connecting,
  ...launch,
  ...refusals,
  ...refusalsAccess,
  ...refusalsPosts,
  ...refusalsFields,
  ...remedies,
  ...standing,
  ...mails,
  ...notices,
  ...networkSettings,
  ...news,
  ...told,
};

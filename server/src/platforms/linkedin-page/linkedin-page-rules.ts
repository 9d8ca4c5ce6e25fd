import { linkedinRules } from '../linkedin/linkedin-rules.ts';
import type { NetworkRules } from '../network-rules.ts';

/** A company page takes the same posts as a person (learn.microsoft.com, Posts API, which knows one kind of post for both). */
export const linkedinPageRules: NetworkRules = { ...linkedinRules, id: 'linkedin_page', label: 'LinkedIn page' };

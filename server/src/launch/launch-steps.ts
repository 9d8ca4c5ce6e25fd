export interface LaunchStepFacts {
  id: string;
  /** A short name. */
  label: string;
  /** What the operator declares by signing it. */
  meaning: string;
}

/** What the operator signs before anything but the sandbox publishes. */
export const LAUNCH_STEPS: readonly LaunchStepFacts[] = [
  {
    id: 'terms_published',
    label: 'Terms are published',
    meaning: 'Customers can read the terms and the privacy notice they are served under.',
  },
  { id: 'abuse_contact', label: 'Somebody answers complaints', meaning: 'There is an address for complaints, and a person who reads it.' },
  {
    id: 'backups_tested',
    label: 'Backups are tested',
    meaning: 'The database is backed up (cs backup), the master key is kept apart from it, and restoring both was tried (cs restore).',
  },
  { id: 'live_publishing', label: 'Live publishing may begin', meaning: 'Posts may go out to real networks from this service.' },
];

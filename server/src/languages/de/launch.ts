import type { Translation } from '../translation.ts';

/** What the operator signs, `launch/launch-steps.ts`. */
export const launch: Translation = {
  'Terms are published': 'Die Bedingungen sind veröffentlicht',
  'Customers can read the terms and the privacy notice they are served under.':
    'Kunden können die Bedingungen und den Datenschutzhinweis lesen, die für sie gelten.',
  'Somebody answers complaints': 'Jemand beantwortet Beschwerden',
  'There is an address for complaints, and a person who reads it.':
    'Es gibt eine Adresse für Beschwerden und einen Menschen, der sie liest.',
  'Backups are tested': 'Sicherungen sind erprobt',
  'The database is backed up (cs backup), the master key is kept apart from it, and restoring both was tried (cs restore).':
    'Die Datenbank wird gesichert (cs backup), der Hauptschlüssel liegt getrennt davon, und beides wurde zur Probe wiederhergestellt (cs restore).',
  'Live publishing may begin': 'Echtes Veröffentlichen darf beginnen',
  'Posts may go out to real networks from this service.': 'Von diesem Dienst dürfen Beiträge in echte Netzwerke hinausgehen.',
};

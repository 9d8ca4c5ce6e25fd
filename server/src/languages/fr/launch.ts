import type { Translation } from '../translation.ts';

/** What the operator signs, `launch/launch-steps.ts`. */
export const launch: Translation = {
  'Terms are published': 'Les conditions sont publiées',
  'Customers can read the terms and the privacy notice they are served under.':
    'Les clients peuvent lire les conditions et la notice de confidentialité qui s’appliquent à eux.',
  'Somebody answers complaints': 'Quelqu’un répond aux réclamations',
  'There is an address for complaints, and a person who reads it.':
    'Il existe une adresse pour les réclamations, et une personne qui la lit.',
  'Backups are tested': 'Les sauvegardes sont éprouvées',
  'The database is backed up (cs backup), the master key is kept apart from it, and restoring both was tried (cs restore).':
    'La base de données est sauvegardée (cs backup), la clé maîtresse est gardée à part, et la restauration des deux a été essayée (cs restore).',
  'Live publishing may begin': 'La vraie publication peut commencer',
  'Posts may go out to real networks from this service.': 'Des posts peuvent partir de ce service vers de vrais réseaux.',
};

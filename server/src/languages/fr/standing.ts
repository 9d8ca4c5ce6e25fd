import type { Translation } from '../translation.ts';

/** Why a post does not go out by a standing approval, `approvals/standing`. */
export const standing: Translation = {
  'its time is over': 'son temps est écoulé',
  'the workspace is paused': 'l’espace de travail est en pause',
  'others than that agent have written it': 'd’autres que cet agent y ont écrit',
  'approval was requested for this draft before': 'des personnes ont déjà été consultées sur ce brouillon',
  'a person rejected this text before': 'une personne a déjà dit non à ces mots',
  'the safety checks have found something': 'les contrôles ont trouvé quelque chose',
  'one post a day is the most': 'un post par jour est le maximum',
  '{1} posts a day are the most': '{1} posts par jour sont le maximum',
  '{1} credits are the most, and {2} are used': '{1} crédits sont le maximum, et {2} sont utilisés',
  'it goes to other accounts than were signed': 'il va à d’autres comptes que ceux qui ont été signés',
  'the link is another': 'le lien est un autre',
  'the pictures are others': 'les images sont autres',
  'its tags, its mentions or the card of its link are others': 'ses tags, ses mentions ou la carte de son lien sont autres',
  'it has more or fewer parts than were signed': 'il a plus ou moins de parties que ce qui a été signé',
  'it has “{1}”': 'on y lit « {1} »',
  'there is something else': 'il y a autre chose',
  '{1} where {2} was signed': '{1}, là où ceci a été signé : {2}',
  'nothing like it': 'rien de tel',
  'a number from {1} to {2}': 'un nombre de {1} à {2}',
  'one of {1}': 'l’un de {1}',
  'a date': 'une date',
  'a time': 'une heure',
  'the standing approval of {1}': 'l’approbation permanente de {1}',
  'the standing approval of a former member': 'l’approbation permanente de quelqu’un qui est parti',
  '{1} people have to approve here': '{1} personnes doivent approuver ici',
  'it is approved in stages here': 'on approuve ici par étapes',
  'self-approval is not allowed here, so each post needs review':
    'personne n’approuve ici ses propres mots, ce qui demande un regard sur chaque post',
  'it has ended': 'elle a pris fin',
  'the person who signed it is no longer an approver here': 'qui l’a signée ne décide plus ici',
  'its template allows combinations of words that no signed post had':
    'son modèle autorise des combinaisons de mots absentes de tout post signé',
  'no signed post has these words together: {1}': 'aucun post signé ne contient ces mots ensemble : {1}',
  'the agent has no access any more': 'l’agent n’a plus accès',
  'its signature does not hold': 'sa signature n’est pas valable',
  'approvals require a passkey signature here, and this one has none':
    'chaque approbation doit être signée ici avec une passkey, et celle-ci ne l’a pas été',
};

import type { Translation } from '../translation.ts';

/** What is left to do where the current state allows no more. */
export const remedies: Translation = {
  'There are no captions for {1} yet.': 'Il n’y a pas encore de texte pour {1}.',
  'Write them with POST /v1/captions, then try again.': 'Faites-le écrire (POST /v1/captions), puis réessayez.',
  'Nothing is to be done: it is tried again automatically.': 'Il n’y a rien à faire : un nouvel essai a lieu automatiquement.',
  'Nothing is to be done: the platform is asked whether it was published. Do not post it again meanwhile.':
    'Il n’y a rien à faire : on demande au réseau si la publication a eu lieu. Ne publiez pas de nouveau entre-temps.',
  'Retry the publish job.': 'Relancez la publication.',
  'Ask an owner of the account to reconnect it in the console. The post is then published automatically.':
    'Demandez à un propriétaire du compte de le reconnecter dans la console. La publication part ensuite automatiquement.',
  'Only the operator can resolve this. The post is then published automatically.':
    'Seul l’opérateur peut résoudre cela. La publication part ensuite automatiquement.',
  'A person has confirmed that it was not published. Create a new draft if it is still wanted.':
    'Une personne a confirmé que cela n’a pas été publié. Créez un nouveau brouillon si c’est encore souhaité.',
  'Ask a person to check whether it was published before you create a new draft.':
    'Demandez à une personne de vérifier si cela a été publié avant de créer un nouveau brouillon.',
  'A later publish job takes its place. Follow that one.': 'Une publication ultérieure prend sa place. Suivez celle-là.',
  'Read the publish job again in a minute.': 'Regardez de nouveau dans une minute.',
  'The platform refuses these words. Change the draft, then submit it again.':
    'Le réseau refuse ce texte. Modifiez le brouillon, puis soumettez-le de nouveau.',
  'The platform refuses these words. Create a new draft with other words for this platform.':
    'Le réseau refuse ce texte. Créez un nouveau brouillon avec un autre texte pour ce réseau.',
  'Wait until its publish job has ended, then read the draft again.': 'Attendez la fin de la publication, puis relisez le brouillon.',
  'What is published stays as it is. Create a new draft for another post.':
    'Ce qui est publié reste tel quel. Créez un nouveau brouillon pour une autre publication.',
  'An archived draft stays archived. Create a new draft.': 'Un brouillon archivé reste archivé. Créez-en un nouveau.',
  'Change the draft, then submit it again.': 'Modifiez le brouillon, puis soumettez-le de nouveau.',
  'The draft is {1} and cannot be changed.': 'Le brouillon ne peut pas être modifié dans cet état ({1}).',
  'The draft is at revision {1}; there is no revision {2} of it.': 'Le brouillon en est à la version {1} ; il n’a pas de version {2}.',
  'Nothing is to be done. What is published stays published.': 'Il n’y a rien à faire. Ce qui est publié reste publié.',
  'Nothing of it has failed. Read the publish job to see what it waits for.': 'Rien n’a échoué. Regardez ce que la publication attend.',
  'Nothing of it has failed. Create a new draft for another post.':
    'Rien n’a échoué. Créez un nouveau brouillon pour une autre publication.',
  'Remove an endpoint that you no longer need, then add this one.':
    'Retirez une adresse dont vous n’avez plus besoin, puis ajoutez celle-ci.',
  'Remove the endpoint.': 'Retirez l’adresse.',
  'Ask an owner of the account to restore the workspace.': 'Demandez à un propriétaire du compte de restaurer l’espace de travail.',
  'Leave the note out; a comment on the draft still reaches people.':
    'Laissez la note de côté ; un commentaire sur le brouillon parvient toujours aux personnes.',
  'Add no more comments to this draft. Reach the people another way.':
    'N’ajoutez plus de commentaires à ce brouillon. Joignez les personnes autrement.',
};

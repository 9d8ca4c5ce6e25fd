import type { Translation } from '../translation.ts';

/** What is told about a command that did otherwise than asked, and what stands for a name that is not known. */
export const told: Translation = {
  'The draft is published already; make a new one to publish again.':
    'Le brouillon est déjà publié ; faites-en un nouveau pour publier encore.',
  'The draft is out on some platforms already; what failed can be tried again by its publish job.':
    'Le brouillon est déjà sorti sur certains réseaux ; ce qui a échoué peut être retenté par son envoi.',
  'The draft is on its way already.': 'Le brouillon est déjà en route.',
  'This still needs approval: {1}': 'Une personne doit quand même l’approuver : {1}',
  'This still needs approval: approval of this draft was requested before.':
    'Une personne doit quand même l’approuver : une personne a déjà été consultée sur ce brouillon.',
  'a passkey signature is required here.': 'ici, il faut le signer avec une passkey.',
  'a person rejected this text before.': 'une personne a déjà dit non à ces mots.',
  'approval_required is true.': 'approval_required vaut true.',
  'publish_mode is approval_queue. Send auto to go without, where that is allowed.':
    'publish_mode vaut approval_queue. Envoyez auto pour vous en passer, là où c’est permis.',
  'only an agent with the scope publish:auto may go without.': 'seul un agent ayant le droit publish:auto peut s’en passer.',
  'the grant does not carry the scope publish:auto.': 'l’accès n’a pas le droit publish:auto.',
  'the workspace does not allow publishing without approval.': 'l’espace de travail ne laisse rien sortir sans approbation.',
  'No account on {1} has the name @{2}': 'Personne sur {1} ne porte le nom @{2}',
  '{1} did not resolve the name @{2}': '{1} n’a pas dit à qui est le nom @{2}',
  '{1}: it stays plain text.': '{1} : il reste du simple texte.',
  'The link card is published without a picture: {1}': 'La carte du lien sort sans image : {1}',
  'The page names a picture that could not be fetched or read, or that is too small.':
    'La page indique une image qui n’a pas pu être récupérée ou lue, ou qui est trop petite.',
  'The link has no card: {1} The post is published with the address only.':
    'Le lien n’a pas de carte à lui : {1} Le post sort avec l’adresse seule.',
  'This workspace has used up what it may take of the language model within 24 hours. The words were taken from your text instead.':
    'Cet espace de travail a épuisé ce qu’il peut prendre du modèle de langage en 24 heures. Les mots ont été pris dans votre texte.',
  'The words for {1} were taken from your text instead.': 'Les mots pour {1} ont été pris dans votre texte.',
  "The language model's words did not fit, or said what your text does not. {1}":
    'Les mots du modèle de langage ne convenaient pas, ou disaient ce que votre texte ne dit pas. {1}',
  'The language model gave no answer in time. {1}': 'Le modèle de langage n’a pas répondu à temps. {1}',
  'The text is in {1} and stays so: only a language model could put it into {2}.':
    'Le texte est dans cette langue : {1}, et il y reste. Seul un modèle de langage pourrait le mettre dans celle-ci : {2}.',
  'Words that are taken from your text keep its tone: only a language model could write them in another.':
    'Les mots pris dans votre texte gardent son ton : seul un modèle de langage pourrait les écrire dans un autre.',
  'The words for {1} were written by a person and stay. Send "replace": true to overwrite them.':
    'Les mots pour {1} ont été écrits par une personne et restent. Envoyez "replace": true pour les remplacer.',
  'A person': 'Une personne',
  'An agent of another workspace': 'Un agent d’un autre espace de travail',
  'Another client': 'Un autre client',
  'Unknown browser': 'Navigateur inconnu',
  'It was asked {1} times, which took {2} tokens.': 'Il a été interrogé {1} fois, soit {2} jetons.',
  'It was asked {1} times, which took {2} tokens and cost {3}.': 'Il a été interrogé {1} fois, soit {2} jetons et {3}.',
};

import type { Translation } from '../translation.ts';

/** The settings that only one network has, `platforms/platform/settings.ts` and the rules of the networks. */
export const networkSettings: Translation = {
  '{1} needs to know: {2}.': '{1} demande une précision : {2}.',
  'Choose a value for it.': 'Choisissez une valeur.',
  '{1}: the value {2}': '{1} : la valeur {2}',
  'Choose another value for it.': 'Choisissez une autre valeur.',
  'must be true or false.': 'doit être true ou false.',
  'must be a text.': 'doit être un texte.',
  'must be one of {1}.': 'doit être l’une de ces valeurs : {1}.',
  'is no setting there; the settings are {1}.': 'n’est pas un réglage de cette plateforme ; les réglages sont {1}.',
  'is no setting there: the platform has none.': 'n’est pas un réglage de cette plateforme : elle n’en a aucun.',
  Button: 'Bouton',
  'Learn more': 'En savoir plus',
  Book: 'Réserver',
  Order: 'Commander',
  Shop: 'Acheter',
  'Sign up': 'S’inscrire',
  Call: 'Appeler',
  'It opens the link of the post; "Call" dials the number of the location. Without a link there is no other button.':
    'Il ouvre le lien du post ; « Appeler » compose le numéro de l’établissement. Sans lien, il n’y a pas d’autre bouton.',
  Flair: 'Flair de Reddit',
  'The name of one of the community’s flairs. Some communities require one.':
    'Le nom de l’un des flairs de la communauté. Certaines communautés en exigent un.',
  'Not safe for work': 'Contenu sensible (NSFW)',
  Spoiler: 'Divulgâcheur',
  Yes: 'Oui',
  No: 'Non',
  'in the settings of the network': 'dans les réglages du réseau',
  'Who can watch': 'Qui peut regarder',
  Everyone: 'Tout le monde',
  Friends: 'Amis',
  Followers: 'Abonnés',
  'Only the account itself': 'Le compte seulement',
  'Everyone with the link': 'Toute personne ayant le lien',
  'An app that TikTok has not audited can only post for the account itself.':
    'Une application que TikTok n’a pas contrôlée ne peut publier que pour le compte lui-même.',
  'Allow comments': 'Autoriser les commentaires',
  'Allow duets': 'Autoriser les duos',
  'Allow stitches': 'Autoriser les collages',
  'Promotes your own business': 'Fait la promotion de votre entreprise',
  'Paid partnership': 'Partenariat rémunéré',
  'Made with AI': 'Créé avec l’IA',
  'A paid partnership cannot be posted for the account itself alone.':
    'Un partenariat rémunéré ne peut pas être publié pour le compte seul.',
  'Choose who can watch, or leave the paid partnership out.': 'Choisissez qui peut regarder, ou retirez le partenariat rémunéré.',
  'A project that Google has not audited can only upload for the account itself.':
    'Un projet que Google n’a pas contrôlé ne peut mettre en ligne que pour le compte lui-même.',
  'Made for kids': 'Conçu pour les enfants',
  'YouTube demands an answer for every video.': 'YouTube exige une réponse pour chaque vidéo.',
  'Notify subscribers': 'Prévenir les abonnés',
};

import type { Translation } from '../translation.ts';

/** What is asked for to connect an account, `platforms/`. */
export const connecting: Translation = {
  'Facebook page': 'Page Facebook',
  Handle: 'Nom',
  'The account’s name there.': 'Le nom du compte là-bas.',
  'App password': 'Mot de passe d’application',
  'Made at Bluesky under Settings, Privacy and security, App passwords. Not the account’s own password.':
    'À créer chez Bluesky sous Paramètres, Confidentialité et sécurité, Mots de passe d’application. Pas le mot de passe du compte lui-même.',
  Server: 'Serveur',
  'Leave it as it is unless the account lives elsewhere.': 'Laissez-le tel quel, sauf si le compte est ailleurs.',
  'The address of the server that the account lives on.': 'L’adresse du serveur où se trouve le compte.',
  'Bot token': 'Jeton du bot',
  'From the developer portal, under Bot. Invite the bot to the server first.':
    'Dans le portail des développeurs, sous Bot. Invitez d’abord le bot sur le serveur.',
  'Channel id': 'Identifiant du salon',
  'Right-click the channel, Copy Channel ID. The bot needs View Channel, Send Messages and Read Message History.':
    'Clic droit sur le salon, « Copier l’identifiant du salon ». Le bot a besoin des droits View Channel, Send Messages et Read Message History.',
  'Access token': 'Jeton d’accès',
  'Made there under Preferences, Development, New application, with read:accounts, read:statuses, write:statuses and write:media.':
    'À créer là-bas sous Préférences, Développement, Nouvelle application, avec read:accounts, read:statuses, write:statuses et write:media.',
  'Secret key': 'Clé secrète',
  'The account’s nsec. Whoever holds it is the account, so make an account of its own for this where you can.':
    'Le nsec du compte. Qui le détient est le compte ; créez-en si possible un exprès pour ceci.',
  Relays: 'Relais',
  'Where posts are sent to, with commas between them.': 'Où les posts sont envoyés, séparés par des virgules.',
  'Media server': 'Serveur de médias',
  'Where pictures are put: a Blossom server. Without one, posts with pictures are refused.':
    'Où les images sont déposées : un serveur Blossom. Sans lui, les posts avec images sont refusés.',
  'From the app’s page under OAuth & Permissions, with the scopes chat:write and, for pictures, files:write. It begins with xoxb-.':
    'De la page de l’application sous OAuth & Permissions, avec les droits chat:write et, pour les images, files:write. Il commence par xoxb-.',
  'At the bottom of the channel’s details. Invite the app to the channel first.':
    'En bas des informations du canal. Invitez d’abord l’application dans le canal.',
  'From @BotFather, after /newbot.': 'De @BotFather, après /newbot.',
  'Channel or group': 'Canal ou groupe',
  'Its public name, or its number. The bot has to be an administrator of a channel, or a member of a group.':
    'Son nom public, ou son numéro. Le bot doit être administrateur du canal, ou membre du groupe.',
  Site: 'Site',
  'The address of the site.': 'L’adresse du site.',
  User: 'Utilisateur',
  'An author, an editor or an administrator of the site.': 'Un auteur, un éditeur ou un administrateur du site.',
  'Application password': 'Mot de passe d’application',
  'Made there under Users, Profile, Application Passwords. Not the password for signing in.':
    'À créer là-bas sous Comptes, Profil, Mots de passe d’application. Pas le mot de passe de connexion.',
  'User name': 'Nom d’utilisateur',
  'The account’s name there, without the server.': 'Le nom du compte là-bas, sans le serveur.',
  Password: 'Mot de passe',
  'Used once for signing in, and not stored: the session is.':
    'Utilisé une fois pour se connecter et non conservé : seule la session l’est.',
  'Two-factor code': 'Code à deux facteurs',
  'The current code, if the account has two-factor authentication.': 'Le code actuel, si le compte a l’authentification à deux facteurs.',
  Community: 'Communauté',
  'Where posts are published; with its server if it is on another one.':
    'Où les publications paraissent, avec son serveur si elle est sur un autre.',
  'The name of the blog; left empty, the account’s primary blog. To use several blogs, connect each of them.':
    'Le nom du blog ; s’il est vide, le blog principal du compte. Pour utiliser plusieurs blogs, connectez chacun d’eux.',
  'API key': 'Clé d’API',
  'Made at dev.to under Settings, Extensions, DEV Community API Keys.':
    'À créer sur dev.to sous Settings, Extensions, DEV Community API Keys.',
  'Personal access token': 'Jeton d’accès personnel',
  'Made at Hashnode under Account Settings, Developer. The blog needs Hashnode Pro.':
    'À créer chez Hashnode sous Account Settings, Developer. Le blog a besoin de Hashnode Pro.',
  Blog: 'Blog',
  'The address of the blog, if the account has more than one.': 'L’adresse du blog, si le compte en a plusieurs.',
  Subreddit: 'Subreddit',
  'The name of the community that is posted to. To use several, connect each of them.':
    'Le nom de la communauté où l’on publie. Pour en utiliser plusieurs, connectez chacune d’elles.',
  Location: 'Établissement',
  'The name of the business location that is posted to. To use several, connect each of them.':
    'Le nom de l’établissement pour lequel on publie. Pour en utiliser plusieurs, connectez chacun d’eux.',
  'The name of the community that is posted to. Leave it empty for the person’s own wall.':
    'Le nom de la communauté où l’on publie. Laissez vide pour le mur de la personne elle-même.',
  Board: 'Tableau',
  'The name of the board that pins are saved to. To use several boards, connect each of them.':
    'Le nom du tableau où les épingles sont enregistrées. Pour utiliser plusieurs tableaux, connectez chacun d’eux.',
  'API URL': 'URL de l’API',
  'Shown there with the key, for instance https://harbour.ghost.io.': 'Affichée là-bas avec la clé, par exemple https://harbour.ghost.io.',
  'Admin API key': 'Clé de l’API Admin',
  'Of a custom integration, made there under Settings, Integrations. Not the Content API key.':
    'D’une intégration personnalisée, à créer là-bas sous Settings, Integrations. Pas la clé de l’API Content.',
};

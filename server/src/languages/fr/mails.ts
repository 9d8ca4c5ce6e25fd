import type { Translation } from '../translation.ts';

/** What is mailed to people: invitations, sign-ups, lost passwords, codes, clients’ links. */
export const mails: Translation = {
  '{1} will be erased on {2}': '{1} sera effacé le {2}',
  'An owner has requested that everything of the account be erased: posts, media, connections, access of agents and people.':
    'Un propriétaire a demandé d’effacer tout ce que contient le compte : posts, médias, connexions, accès des agents et des personnes.',
  'Until then an owner can keep the account under Settings. Afterwards nothing can be restored.':
    'Jusque-là, un propriétaire peut garder le compte dans les paramètres. Ensuite, rien ne peut être rétabli.',
  '{1} is kept': '{1} est gardé',
  'An owner has taken the request for erasure back.': 'Un propriétaire a retiré la demande d’effacement.',
  'Open the settings': 'Ouvrir les paramètres',
  'It answered that it wants nothing more.': 'Elle a répondu qu’elle ne veut plus rien.',
  'It has taken nothing for three days.': 'Elle n’a rien accepté depuis trois jours.',
  'Open webhooks': 'Voir les webhooks',
  'Nothing more is sent to {1}. {2}': 'Plus rien n’est envoyé à {1}. {2}',
  'A webhook was switched off': 'Un webhook a été désactivé',
  '{1} posts': '{1} posts',
  'Changes are ready for review: {1}': 'Les modifications sont faites : regardez de nouveau {1}',
  'Your approval is requested: {1}': 'À vous maintenant : regardez {1}',
  'The link works until {1}; so does the one you were sent before.': 'Le lien est valable jusqu’à : {1} ; le précédent aussi.',
  'Review the post': 'Regarder le post',
  'Review the posts': 'Regarder les posts',
  'You get this because {1} shared this with you at': 'Vous recevez ce message parce que {1} a partagé ceci avec vous sur',
  'The changes you requested from {1} are ready: {2} is waiting for your review.':
    'Vous avez demandé des modifications à {1}. Elles sont faites : {2} vous attend de nouveau.',
  '{1} has reviewed it, and {2} is now waiting for you.': '{1} a regardé, et maintenant {2} vous attend.',
  '{1} asks you first: {2} is waiting for you.': '{1} vous consulte en premier : {2} vous attend.',
  'The changes you requested from {1} are ready: {2} are waiting for your review.':
    'Vous avez demandé des modifications à {1}. Elles sont faites : {2} vous attendent de nouveau.',
  '{1} has reviewed them, and {2} are now waiting for you.': '{1} a regardé, et maintenant {2} vous attendent.',
  '{1} asks you first: {2} are waiting for you.': '{1} vous consulte en premier : {2} vous attendent.',
  '{1} and {2} more.': '{1} et {2} de plus.',
  '{1}.': '{1}.',
  '{1} is your code': '{1} est votre code',
  'Your code is {1}. It works once, for ten minutes.': 'Votre code est {1}. Il sert une fois, pendant dix minutes.',
  'We never ask you for this code. If you did not request it, ignore this mail.':
    'Personne ne vous le demandera jamais. Si vous ne l’avez pas demandé, laissez-le : sans lui, rien ne se passe.',
  'You receive this because a code was requested with the link sent to you, at':
    'Vous recevez ce message parce qu’une personne qui a le lien que vous avez reçu a demandé un code sur',
  '{1} asks you to review a post by {2}': '{1} vous demande de regarder un post de {2}',
  '{1} asks you to review {2} posts by {3}': '{1} vous demande de regarder {2} posts de {3}',
  '{1} of {2} asks you to review a post before it is published.': '{1} de {2} vous demande de regarder un post avant qu’il ne parte.',
  '{1} of {2} asks you to review {3} posts before they are published.':
    '{1} de {2} vous demande de regarder {3} posts avant qu’ils ne partent.',
  'Anyone with this link can see the posts, so do not forward it. To approve or request changes, you confirm with a code sent to this address.':
    'Pour regarder, ce lien suffit : gardez-le donc pour vous. Pour approuver ou demander des modifications, vous recevez un code à cette adresse.',
  'The link works until {1}. If you do not know what this is about, leave it.':
    'Le lien est valable jusqu’à : {1}. Si vous ne savez pas de quoi il s’agit, laissez-le.',
  'You get this because {1} typed this address at': 'Vous recevez ce message parce que {1} a saisi cette adresse sur',
  'Your sign-in to Countersign has changed': 'Votre connexion à Countersign a changé',
  'If that was not you: change your password and sign every other browser out, now.':
    'Si ce n’était pas vous : changez votre mot de passe et déconnectez tous les autres navigateurs, maintenant.',
  'Open the security settings': 'Ouvrir les paramètres de sécurité',
  'Your account is ready': 'Votre compte est prêt',
  'Your Countersign account is ready. Sign in with {1} and the password you chose.':
    'Vous avez demandé un compte Countersign. Il est prêt : connectez-vous avec {1} et le mot de passe que vous avez choisi.',
  'Sign in': 'Se connecter',
  'The operator of this service declined your request.': 'Qui gère ce service a décidé de ne pas vous en ouvrir.',
  'Reason: {1}': 'Explication : {1}',
  'No account was opened for you': 'Aucun compte n’a été ouvert pour vous',
  'You requested an account on Countersign. {1}': 'Vous avez demandé un compte Countersign. {1}',
  'What you typed is deleted within a month, the password is gone already.':
    'Ce que vous avez saisi est effacé dans le mois ; le mot de passe l’est déjà.',
  'You receive this because you requested an account at': 'Vous recevez ce message parce que vous avez demandé un compte sur',
  'You receive this because this address was entered in the sign-up form of':
    'Vous recevez ce message parce qu’une personne, sans doute vous, a saisi cette adresse à l’inscription de',
  'If it was not you, leave it: nothing has happened.': 'Si ce n’était pas vous, laissez : il ne s’est rien passé.',
  'You can sign in to Countersign already': 'Vous pouvez déjà vous connecter à Countersign',
  'An account with this address already exists. Sign in with it; you can reset a lost password there.':
    'Une personne avec cette adresse a un compte ici. Connectez-vous avec ; un mot de passe perdu s’y remplace.',
  'Your request for an account waits': 'Votre demande de compte attend',
  'Your account request is already pending. The operator reviews it, and you will get a mail.':
    'Vous avez déjà demandé un compte. Qui gère ce service l’examine, et vous recevrez un e-mail.',
  'Go on with your sign-up for Countersign': 'Poursuivez votre inscription à Countersign',
  'Your address is confirmed. Continue with the link: enter your name and choose a password.':
    'Cette adresse est la vôtre si vous lisez ceci. Continuez avec le lien : donnez votre nom et choisissez un mot de passe.',
  'It works once, until {1}. {2}': 'Il sert une fois, jusqu’à : {1}. {2}',
  'Go on': 'Continuer',
  'Your password was changed.': 'Votre mot de passe a été changé.',
  'An authenticator app was set up: sign-in asks for its code from now on.':
    'Une application d’authentification a été configurée : la connexion demande désormais son code.',
  'The authenticator app and its recovery codes were removed: sign-in asks for the password alone.':
    'L’application d’authentification et ses codes de récupération ont été retirés : la connexion ne demande plus que le mot de passe.',
  'The operator removed your authenticator app, recovery codes and passkeys and signed every browser out.':
    'L’opérateur a retiré votre application d’authentification, vos codes de récupération et vos passkeys, et a déconnecté tous les navigateurs.',
  'Set up a new second factor.': 'Configurez un nouveau second facteur.',
  'Your password was replaced by a link for lost passwords, and every browser was signed out.':
    'Votre mot de passe a été remplacé par un lien pour mot de passe perdu, et tous les navigateurs ont été déconnectés.',
  'A new password for Countersign': 'Un nouveau mot de passe pour Countersign',
  'A password reset was requested for this address.':
    'Une personne, sans doute vous, a demandé un nouveau mot de passe pour cette adresse.',
  'The link works once, until {1}. If it was not you, leave it: nothing has changed.':
    'Le lien sert une fois, jusqu’à : {1}. Si ce n’était pas vous, laissez-le : rien n’a changé.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'A passkey was added: it signs in without the password.': 'Une passkey a été ajoutée : elle connecte sans mot de passe.',
  'A passkey was removed: it opens nothing any more.': 'Une passkey a été retirée : elle n’ouvre plus rien.',
  '{1} invites you to {2}': '{1} vous invite dans {2}',
  '{1} invites you as {2} to {3} on Countersign.': '{1} vous invite comme {2} dans {3} sur Countersign.',
  'The link works once, until {1}. If you do not know what this is about, leave it.':
    'Le lien sert une fois, jusqu’à : {1}. Si vous ne savez pas de quoi il s’agit, laissez-le.',
  'Accept the invitation': 'Accepter l’invitation',
  owner: 'propriétaire',
  approver: 'approbateur',
  editor: 'rédacteur',
  viewer: 'lecteur',
  'Hello {1},': 'Bonjour {1},',
  'Hello,': 'Bonjour,',
  'You get this because of your account at': 'Vous recevez ce message en raison de votre compte sur',
  'Notification settings': 'Réglages des notifications',
  'Stop mails like this one': 'Ne plus recevoir de tels messages',
};

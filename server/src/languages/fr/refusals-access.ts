import type { Translation } from '../translation.ts';

/** Refusals about accounts, people, agents and what is connected. */
export const refusalsAccess: Translation = {
  'The erasure of this account has begun.': 'L’effacement de ce compte a commencé.',
  'The account is called {1}.': 'Le compte s’appelle {1}.',
  'The password is easily guessed from your address, your name, your account or the name of this service. Take a few words that have nothing to do with them.':
    'Le mot de passe se devine facilement à partir de votre adresse, de votre nom, de votre compte ou du nom de ce service. Prenez quelques mots qui n’ont rien à voir avec eux.',
  'The password is easily guessed: it is common, or of a common pattern. Take a few words that do not belong together.':
    'Le mot de passe se devine facilement : il est courant, ou suit un motif courant. Prenez quelques mots qui ne vont pas ensemble.',
  'Too many attempts. Try again in {1} seconds.': {
    one: 'Trop d’essais. Réessayez dans {1} seconde.',
    other: 'Trop d’essais. Réessayez dans {1} secondes.',
  },
  'Too much went wrong at this address a moment ago. Try again in {1} seconds.': {
    one: 'Trop d’échecs à cette adresse à l’instant. Réessayez dans {1} seconde.',
    other: 'Trop d’échecs à cette adresse à l’instant. Réessayez dans {1} secondes.',
  },
  owner: 'propriétaire',
  approver: 'approbateur',
  editor: 'rédacteur',
  viewer: 'lecteur',
  'owner or approver or editor or viewer': 'propriétaire, approbateur, rédacteur ou lecteur',
  'owner or approver or editor': 'propriétaire, approbateur ou rédacteur',
  'owner or approver': 'propriétaire ou approbateur',
  'This workspace is archived. An owner of the account takes it back into use first.':
    'Cet espace de travail est archivé. Un propriétaire du compte le remet d’abord en service.',
  'Your role here is {1}; this needs {2}.': 'Votre rôle ici : {1}. Il faut : {2}.',
  'Only the operator may do this.': 'Seul l’opérateur peut faire cela.',
  'Agents cannot decide; only people can.': 'Les agents ne décident jamais ; il faut une personne.',
  'Agents cannot manage a workspace; only owners can.': 'Les agents ne gèrent pas d’espace de travail ; il faut un propriétaire.',
  'Only a signed-in person can do this.': 'Seule une personne connectée peut faire cela.',
  'Agents do not see this; a person of the account does.': 'Les agents ne voient pas cela ; une personne du compte le voit.',
  'The grant does not include {1}; the agent must request it again.': 'L’accès ne comprend pas {1} ; l’agent doit redemander.',
  'At least one is needed; revoke the grant to leave none.': 'Il en faut au moins un ; pour n’en laisser aucun, révoquez l’accès.',
  'A sandbox-only grant cannot be extended; the agent must request access again.':
    'Un accès limité à la sandbox le reste ; l’agent doit redemander.',
  'The grant is {1}; it cannot be changed any more.': 'L’accès ne peut plus être modifié (état : {1}).',
  'You are a member of this account already.': 'Vous êtes déjà membre de ce compte.',
  'Sign in as {1}, then accept.': 'Connectez-vous en tant que {1}, puis acceptez.',
  'The invitation is for {1}.': 'L’invitation est destinée à {1}.',
  'Accepted elsewhere just now. Sign in, then accept.': 'Elle vient d’être acceptée ailleurs. Connectez-vous, puis acceptez.',
  'An account invites at most {1} people an hour.': 'Un compte invite au plus {1} personnes par heure.',
  'An address can be invited at most {1} times a day.': 'Personne n’est invité plus de {1} fois par jour.',
  '{1} is a member already.': '{1} est déjà membre.',
  'You are the last owner of this account.': 'Vous êtes le dernier propriétaire de ce compte.',
  'The invitation was accepted; remove the member instead.': 'L’invitation a été acceptée ; retirez plutôt le membre.',
  'The agent did not ask for {1}.': 'L’agent n’a pas demandé {1}.',
  'At least one is needed; deny the request to give none.': 'Il en faut au moins un ; pour n’en donner aucun, refusez la demande.',
  'Name an end that is at the most 366 days away.': 'Indiquez une fin à 366 jours au plus.',
  'Only a person of an account lets an agent in.': 'Seule une personne d’un compte admet un agent.',
  'There is no request by this code. Check it with the agent and type it again.':
    'Aucune demande n’a ce code. Comparez-le avec l’agent et saisissez-le de nouveau.',
  'Agents cannot approve access requests.': 'Les agents n’admettent jamais personne ; il faut une personne.',
  'This passkey is registered already.': 'Cette passkey est déjà enregistrée.',
  'You have {1} passkeys; remove one first.': 'Vous avez {1} passkeys ; retirez-en d’abord une.',
  'The password must have {1} to {2} characters.': 'Le mot de passe doit compter de {1} à {2} caractères.',
  'An authenticator app is set up already. Turn it off first to set up another one.':
    'Une application d’authentification est déjà configurée. Désactivez-la d’abord pour en configurer une autre.',
  'There is no authenticator app to confirm. Begin with a new QR code.':
    'Il n’y a pas d’application d’authentification à confirmer. Recommencez avec un nouveau code QR.',
  'The authenticator app is confirmed already.': 'L’application d’authentification est déjà confirmée.',
  'Recovery codes go with an authenticator app. Set one up first.':
    'Les codes de secours vont avec une application d’authentification. Configurez-en d’abord une.',
  'Show the second factor that you have, before you add another one.':
    'Présentez le second facteur que vous avez avant d’en ajouter un autre.',
  'This needs your password again, and it does not match.': 'Il faut de nouveau votre mot de passe, et il n’est pas le bon.',
  'The password or the code is not right, or the code was used before.':
    'Le mot de passe ou le code n’est pas le bon, ou le code a déjà servi.',
  'This needs your password together with a code of your app, or a passkey.':
    'Il faut votre mot de passe avec un code de votre application, ou une passkey.',
  'An account can be approved or suspended; nothing leads back to pending.':
    'Un compte peut être approuvé ou suspendu ; rien ne le ramène en attente.',
  'Sign-up is closed. Ask the operator of this service.': 'On ne peut pas s’inscrire ici. Adressez-vous à qui exploite ce service.',
  'An account with this address already exists. Sign in with it.': 'Il y a déjà un compte ici à cette adresse. Connectez-vous avec elle.',
  'A request for this address waits already. You get a mail once it is decided.':
    'Une demande attend déjà pour cette adresse. Vous recevrez un e-mail une fois la décision prise.',
  'That was {1}, but this connection is {2}. Sign in there as {3}, or connect {4} as an account of its own.':
    'C’était {1}, mais cette connexion est {2}. Connectez-vous là-bas en tant que {3}, ou connectez {4} comme un compte à part.',
  '{1} has no sign-in of its own; enter what it asks for.': '{1} n’a pas de connexion à lui ; saisissez ce qu’il demande.',
  'The amount must be a whole number up to {1}, and not 0.': 'Le montant doit être un nombre entier, {1} au plus, et pas 0.',
  'The reason must have {1} to {2} characters.': 'La raison doit compter de {1} à {2} caractères.',
  'The {1} balance has fewer than {2} credits available.': 'La réserve {1} a moins de {2} crédits disponibles.',
  'There are {1} orders of the last hour that were not paid.': 'Il y a {1} commandes de la dernière heure qui n’ont pas été payées.',
  'The quantity must be a whole number from 1 to {1}.': 'La quantité doit être un nombre entier de 1 à {1}.',
  'You have read': 'Vous avez trop lu',
  'You have changed things': 'Vous avez fait trop de modifications',
  'Requests without a valid credential came from this address': 'Trop de demandes sans identification valable sont venues de cette adresse',
  '{1} more than {2} times within a minute. Try again in {3} seconds.':
    '{1} : plus de {2} fois en une minute. Réessayez dans {3} secondes.',
  'At most {1} changes a minute are allowed.': 'Au plus {1} modifications par minute sont autorisées.',
  'Send at most {1} at once.': 'Envoyez-en {1} au plus à la fois.',
  'So much that you have sent waits already that others come first. Send less at once.':
    'Tant de vos envois attendent déjà que d’autres passent d’abord. Envoyez moins à la fois.',
  'You already have {1} chats for notifications; remove one first.':
    'Vous êtes déjà prévenu dans {1} messageries ; retirez-en d’abord une.',
  '{1} takes no messages at this address. Make a new one there, and add it here.':
    '{1} n’accepte pas de messages à cette adresse. Créez-en là-bas une nouvelle et ajoutez-la ici.',
  '{1} did not answer, or not as expected. Try it again in a minute.':
    '{1} n’a pas répondu, ou pas comme attendu. Réessayez dans une minute.',
  '{1} did not respond in time. The test may have arrived: check before you try again.':
    '{1} n’a pas répondu à temps. L’essai est peut-être arrivé : regardez là-bas avant de réessayer.',
  'You already have {1} devices for notifications; remove one first.': 'Vous êtes déjà prévenu sur {1} appareils ; retirez-en d’abord un.',
  'This link is invalid or incomplete.': 'Ce lien n’est pas des nôtres, ou il a été coupé.',
  'A workspace has {1} endpoints at the most; remove one first.':
    'Un espace de travail a {1} points de réception au plus ; retirez-en d’abord un.',
  'The access that this endpoint belongs to has ended.': 'L’accès auquel ce point de réception appartient a pris fin.',
  'It is the last workspace of the account in use. Make another one first.':
    'C’est le dernier espace de travail en service du compte. Créez-en d’abord un autre.',
  'The account has {1} workspaces in use, and may have {2}. Archive one, or ask the operator for more.':
    'Le compte a {1} espaces de travail en service, et peut en avoir {2}. Archivez-en un, ou demandez-en plus à l’opérateur.',
};

import type { Translation } from '../translation.ts';

/** What people are told in the console’s bell, and by mail, push and chat. */
export const news: Translation = {
  '“{1}” for {2}': '« {1} » pour {2}',
  'After one hour without a decision, your approval is requested: {1}.':
    'Personne n’a décidé depuis une heure, c’est donc maintenant à vous : {1}.',
  'After {1} hours without a decision, your approval is requested: {2}.':
    'Personne n’a décidé depuis {1} heures, c’est donc maintenant à vous : {2}.',
  'Waiting for {1} hours for a decision: {2}.': 'Une décision est attendue depuis {1} heures : {2}.',
  'Must be approved before {1} to be published on time: {2}.': 'Ne part que si c’est approuvé avant ceci, {1} : {2}.',
  'Expires on {1} without a decision: {2}.': 'Expire si personne ne décide avant ceci, {1} : {2}.',
  '1 waits for a decision': '1 attend une décision',
  '{1} wait for a decision': '{1} attendent une décision',
  '1 is planned for this week': '1 est prévu pour cette semaine',
  '{1} are planned for this week': '{1} sont prévus pour cette semaine',
  '{1} could not be published': { one: '{1} n’a pas pu être publié', other: '{1} n’ont pas pu être publiés' },
  '{1}, last week: {2}.': '{1}, la semaine dernière : {2}.',
  'nothing went out': 'rien n’est parti',
  '1 post went out': '1 post est parti',
  '{1} posts went out': '{1} posts sont partis',
  'An agent': 'Un agent',
  'The changes are ready for review: {1}.': 'Les modifications sont faites : regardez de nouveau {1}.',
  'It changed after your review: {1} waits again.': 'Cela a changé depuis que vous l’avez vu : {1} attend de nouveau.',
  '{1} requests your approval: {2}.': '{1} demande votre approbation : {2}.',
  Someone: 'Quelqu’un',
  '“{1}”': '« {1} »',
  '{1} approved {2}.': '{1} a approuvé {2}.',
  '{1} rejected {2}.': '{1} a refusé {2}.',
  '{1} asks for changes to {2}.': '{1} demande des modifications à {2}.',
  'The approval request for {1} expired. Submit it again if it should still be published.':
    'Personne n’a décidé à temps : {1}. Soumettez-le de nouveau s’il doit encore partir.',
  '“{1}” is approved and cannot go out yet. {2} {3}': '« {1} » est approuvé et ne peut pas encore partir. {2} {3}',
  '{1} put {2} on hold: “{3}” It is published once a person releases it.': '{1} retient {2} : « {3} » Il part dès que quelqu’un le libère.',
  'It is unknown whether {1} was published on {2}. It is never sent twice; check there, and record what you find.':
    'On ne sait pas encore si {1} se trouve sur {2}. Il n’est jamais envoyé une seconde fois ; allez y voir, et dites-le.',
  '{1} is out on {2}.': '{1} est publié sur {2}.',
  '{1} is no longer on {2}. It was removed there, not by this service.':
    '{1} n’est plus sur {2}. Le post a été supprimé là-bas, pas par ce service.',
  '{1} on {2} differs from what was signed. Compare the two, and check who else has access to the account.':
    '{1} sur {2} diffère de ce qui a été signé. Comparez les deux et vérifiez qui d’autre a accès au compte.',
  '{1} could not be published on {2}.': '{1} n’a pas pu être publié sur {2}.',
  '{1} is out on {2}, and could not be published on {3}.': '{1} est publié sur {2}, et n’a pas pu être publié sur {3}.',
  '{1} lets us in as {2} no more. What goes there waits until the account is connected again.':
    '{1} ne nous laisse plus entrer comme {2}. Ce qui doit y aller attend que le compte soit de nouveau connecté.',
  '{1} has problems with {2}. It is retried; check it if that continues.':
    '{1} pose problème avec {2}. Nous réessayons ; allez y voir si cela dure.',
  'It was revoked.': 'Elle a été révoquée.',
  'One of its posts was rejected.': 'Une personne a dit non à l’un de ses posts.',
  'Its time was over.': 'Son temps était écoulé.',
  'The person who signed it is no longer an approver there.': 'Qui l’a signée ne décide plus là-bas.',
  'Its template allowed combinations of words that no signed post had; a stricter one is proposed.':
    'Son modèle autorisait des combinaisons de mots absentes de tout post signé ; un modèle plus strict est proposé.',
  'The agent has no access any more.': 'L’agent n’a plus accès.',
  'Your standing approval for posts of {1} has ended. {2} They need your approval again.':
    'Votre approbation permanente pour les posts de {1} a pris fin. {2} On vous consulte de nouveau à leur sujet.',
  '{1} of {2} posts of one kind by {3} were approved as they were. You can let such posts go out by themselves, within limits.':
    '{1} posts sur {2} d’un même genre, de {3}, ont été approuvés tels quels. Vous pouvez laisser de tels posts partir d’eux-mêmes, dans des limites.',
  'An owner': 'Un propriétaire',
  '{1} archived {2}: it is read-only and publishes nothing.': '{1} a archivé {2} : plus rien n’en part. On peut encore le consulter.',
  '{1} restored {2}. Nothing is published there until an owner resumes it.':
    '{1} réutilise {2}. Rien n’en part avant qu’un propriétaire ne reprenne la publication.',
  'The service was restored from a backup of {1}. Nothing is published until you release it.':
    'Le service a été restauré à partir d’une sauvegarde ({1}). Rien ne part pour personne avant que vous ne le libériez.',
  'Publishing was stopped for every customer at {1}. Nothing is published until it is resumed.':
    'La publication a été arrêtée pour tous les clients : {1}. Rien ne part avant qu’elle ne soit rétablie.',
  'Reason: {1}': 'Raison donnée : {1}',
  'Customers have connected real accounts, but nothing is published there: one launch step is not signed.':
    'Des clients ont connecté des comptes de vrais réseaux, et rien n’y part : une étape du lancement n’est pas signée.',
  'Customers have connected real accounts, but nothing is published there: {1} launch steps are not signed.':
    'Des clients ont connecté des comptes de vrais réseaux, et rien n’y part : {1} étapes du lancement ne sont pas signées.',
  'One due post is not being processed, since {1}.': 'Un post devait partir et personne n’a commencé, depuis : {1}.',
  '{1} due posts are not being processed, the oldest since {2}.':
    '{1} posts devaient partir et personne n’a commencé, le premier depuis : {2}.',
  'Check that a worker is running, and its log.': 'Vérifiez qu’un worker tourne, et ce que dit son journal.',
  'One mail could not be sent, since {1}.': 'Un e-mail n’a pas été remis, depuis : {1}.',
  '{1} mails could not be sent, the oldest since {2}.': '{1} e-mails n’ont pas été remis, le premier depuis : {2}.',
  'Check that the mail server responds.': 'Vérifiez que le serveur de messagerie répond.',
  'Customers have connected {1} accounts, but this service is no longer registered there. Set {2}, and restart.':
    'Des clients ont des comptes de {1} connectés, et ce service n’y est plus enregistré. Définissez {2}, puis redémarrez.',
  'Credits for publications with an approval are running low: {1} left. Without any, what is approved waits.':
    'Il reste peu de crédits pour les publications avec approbation : {1}. Sans eux, ce qui est approuvé attend.',
  'Credits for autopostings are running low: {1} left. Without any, what is approved waits.':
    'Il reste peu de crédits d’autopublication : {1}. Sans eux, ce qui est approuvé attend.',
  '{1} credits were bought: {2} × {3} for {4}.': '{1} crédits ont été achetés : {2} × {3} pour {4}.',
  '{1} credits of a payment that was given back: {2} taken, {3} were used already.':
    '{1} crédits d’un paiement remboursé : {2} repris, {3} étaient déjà utilisés.',
  '{1} credits of a payment that was given back: {2} taken.': '{1} crédits d’un paiement remboursé : {2} repris.',
  'The payment of an order of credits is disputed. The credits stay until the bank has decided.':
    'Le paiement d’une commande de crédits est contesté. Les crédits restent jusqu’à la décision de la banque.',
  'The dispute of a payment was closed in your favour; the payment stays.':
    'La contestation d’un paiement est close, et le paiement est maintenu.',
  '{1} rejects this service, so no account can be connected there. {2} Check {3}, and restart.':
    '{1} refuse ce service lui-même, donc personne ne peut y connecter de compte. {2} Vérifiez {3}, puis redémarrez.',
  '{1} calls you about “{2}”: “{3}”': '{1} vous sollicite au sujet de « {2} » : « {3} »',
  '{1} commented on “{2}”: “{3}”': '{1} dit au sujet de « {2} » : « {3} »',
  'One sign-up request is pending.': 'Quelqu’un demande un compte.',
  '{1} sign-up requests are pending.': '{1} personnes demandent un compte.',
  'Nothing can be done with one before you have approved it, and a request ends after 30 days.':
    'Rien ne se fait avec un compte avant que vous ne l’ayez approuvé, et une demande expire après 30 jours.',
  'The request expired after 30 days without a decision. You can request an account again.':
    'Personne n’a décidé pendant 30 jours, elle a donc pris fin. Vous pouvez la refaire.',
  "{1} gave {2}, a program of their own, read access to {3} and the account's credits. The request came from {4}.":
    '{1} laisse {2}, un programme personnel, lire {3} et les crédits du compte. La demande venait de {4}.',
  '{1} gave {2} access to {3}: {4}, in the sandbox only. The request came from {5}.':
    '{1} a donné à {2} accès à {3} : {4}, dans la sandbox seulement. La demande venait de {5}.',
  '{1} gave {2} access to {3}: {4}. The request came from {5}.': '{1} a donné à {2} accès à {3} : {4}. La demande venait de {5}.',
  'The access of {1} was ended: its authorization code was used a second time. Let it ask again.':
    'L’accès de {1} a pris fin : son code d’autorisation a servi une seconde fois. Qu’il demande de nouveau.',
  '{1} gave its access back.': '{1} a rendu son accès.',
  '{1} exchanged its key for a new one; the old one ends within a day.':
    '{1} a échangé sa clé contre une nouvelle ; l’ancienne prend fin dans la journée.',
  '{1} ({2}) has joined as {3}.': '{1} ({2}) a rejoint le compte comme {3}.',
  '{1} ({2}) has left.': '{1} ({2}) a quitté le compte.',
  '{1} ({2}) was removed.': '{1} ({2}) n’est plus membre du compte.',
  '{1} ({2}) was removed by {3}.': '{3} a retiré {1} ({2}) du compte.',
  'The operator': 'L’opérateur',
  '{1} ended the access of {2} to {3}.': '{1} a mis fin à l’accès de {2} à {3}.',
  '{1} rejects all posts of this service: posts of one account are waiting.':
    '{1} ne prend aucune publication de ce service, quel que soit le compte : celles d’un compte attendent.',
  '{1} rejects all posts of this service: posts of {2} accounts are waiting.':
    '{1} ne prend aucune publication de ce service, quel que soit le compte : celles de {2} comptes attendent.',
  'Check the app of this service there, its plan and its quota; the posts are then published automatically.':
    'Vérifiez là-bas l’application du service, son forfait et ses crédits ; les publications partent ensuite d’elles-mêmes.',
};

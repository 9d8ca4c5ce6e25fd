import type { Translation } from '../translation.ts';

/** What became of a post, of a request and of a table, as rows keep it: `publishing/`, `platforms/`, `links/`, `drafts/import`. */
export const outcomes: Translation = {
  'Given up after {1} tries in {2} minutes: {3}': 'Abandonné après {1} essais en {2} minutes : {3}',
  'The worker went silent while it was sending.': 'Le processus d’envoi s’est tu pendant l’envoi.',
  'The platform reports that nothing was published.': 'Le réseau dit que rien n’est arrivé.',
  'It is unknown whether this was published, and the platform cannot tell. A person must check.':
    'On ne sait pas si ceci est parti, et le réseau ne peut pas le dire. Une personne doit vérifier.',
  'The stored content is not what was approved. Nothing was sent.':
    'Le contenu conservé n’est pas celui qui a été approuvé. Rien n’a été envoyé.',
  '{1} takes no more posts of {2} for now: its own limit is reached.':
    '{1} n’accepte plus de posts de {2} pour le moment : sa propre limite est atteinte.',
  '{1} is rate-limiting {2}.': '{1} a demandé une pause pour {2}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}.':
    '{1} ne laisse pas entrer ce service pour le moment. {2} n’y est pour rien.',
  '{1} was left out, so that the rest goes on.': '{1} a été laissé de côté, pour que le reste continue.',
  'An account was connected: {1} {2}.': 'Un compte a été connecté : {1} {2}.',
  'Not by {1}: {2}.': 'Pas selon {1} : {2}.',
  'The service was restored from a backup of {1}. Check whether this was published after it.':
    'Le service a été restauré à partir d’une sauvegarde du {1}. Vérifiez si ceci est parti après.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. The platform is queried.':
    'Le service a été restauré à partir d’une sauvegarde du {1}, et on ne sait pas si ceci est parti après. On demande au réseau.',
  'The service was restored from a backup of {1}, and it is unknown whether this was published after it. A person must check.':
    'Le service a été restauré à partir d’une sauvegarde du {1}, et on ne sait pas si ceci est parti après. Une personne doit vérifier.',
  '{1} checked, and it was not published: {2}': '{1} a vérifié, et il n’y est pas : {2}',
  'Too many pages are being fetched right now.': 'Trop de pages sont consultées en ce moment.',
  'The page has no title.': 'La page n’a pas de titre.',
  'The page answered {1}.': 'La page a répondu {1}.',
  'The link leads to {1} and not to a page.': 'Le lien mène à {1} et non à une page.',
  'something without a type': 'quelque chose sans type',
  'The page did not answer within {1} seconds.': 'La page n’a pas répondu en {1} secondes.',
  'The page could not be read.': 'La page n’a pas pu être lue.',
  'Another process is renewing the credentials.': 'Un autre processus renouvelle les identifiants.',
  '{1} rejects this service for all accounts. {2}': '{1} ne laisse pas entrer ce service, quel que soit le compte. {2}',
  'The stored credentials cannot be opened: they were changed, or sealed with another master key.':
    'Les identifiants conservés ne peuvent pas être ouverts : ils ont été modifiés, ou scellés avec une autre clé maîtresse.',
  '{1} has published the post, but does not list it yet.': '{1} a publié le post, mais ne le liste pas encore.',
  '{1} still prepares the post.': '{1} prépare encore le post.',
  'The call was stopped before it began.': 'L’appel a été interrompu avant de commencer.',
  '{1} of {2} posts of the thread were published. {3}': '{1} posts du fil sur {2} sont en ligne. {3}',
  '{1} of {2} posts of the thread are published on {3}.': '{1} posts du fil sur {2} sont en ligne sur {3}.',
  'The Slack app lacks the scope files:write, which pictures need. Add it, then connect the channel again.':
    'L’application Slack n’a pas le droit files:write, nécessaire aux images. Ajoutez-le, puis reconnectez le canal.',
  'The sandbox did not answer in time.': 'La sandbox n’a pas répondu à temps.',
  'The sandbox gave two answers that contradict each other.': 'La sandbox a donné deux réponses qui se contredisent.',
  'The sandbox gave no answer: {1}': 'La sandbox n’a pas répondu : {1}',
  'The sandbox says nothing about it.': 'La sandbox n’en dit rien.',
  'The sandbox cannot be reached.': 'La sandbox est injoignable.',
  'The sandbox does not accept the credentials any more.': 'La sandbox n’accepte plus les identifiants.',
  'The sandbox refuses this post.': 'La sandbox refuse ce post.',
  'The sandbox takes no more posts for now.': 'La sandbox n’accepte plus de posts pour le moment.',
  'The sandbox answered with status 500.': 'La sandbox a répondu avec le statut 500.',
  'The connection to the sandbox was reset.': 'La connexion à la sandbox a été réinitialisée.',
  'Pictures need a media server. Connect the account again and name one.':
    'Les images ont besoin d’un serveur de médias. Reconnectez le compte et nommez-en un.',
  'A relay gave no answer: {1}.': 'Un relais n’a pas répondu : {1}.',
  'The relays answered: {1}.': 'Les relais ont répondu : {1}.',
  '{1} says of the container: {2}.': '{1} dit du conteneur : {2}.',
  'Instagram takes {1} posts of the account in 24 hours, and {2} are out.':
    'Instagram accepte {1} posts du compte en 24 heures, et {2} sont partis.',
  'Bluesky gave no answer.': 'Bluesky n’a pas répondu.',
  'Bluesky gave no answer: {1}': 'Bluesky n’a pas répondu : {1}',
  'Only an owner of the account shares posts with clients.': 'Seul un propriétaire du compte partage des posts avec des clients.',
  'A client’s approval is advisory here: a member of the account decides.':
    'Ici, le oui d’un client est un avis : quelqu’un du compte décide.',
  'A member of the account signs each post; your approval is recorded for them.':
    'Ce qui part est signé par quelqu’un du compte ; votre oui est consigné à son intention.',
  'Only owners of the account decide here; your yes is on the record for them.':
    'Ici, seuls les propriétaires du compte décident ; votre oui est consigné à leur intention.',
  'The person who shared this wrote parts of it; another member of the account decides.':
    'Qui a partagé ceci y a des mots ; une autre personne du compte décide.',
  'There is no platform {1}. Known are {2}.': 'Il n’y a pas de réseau {1}. Connus sont {2}.',
  'Has {1} cells; the heading has {2}.': 'La ligne a {1} cellules ; l’en-tête en a {2}.',
  'Has letters that could not be read. Save the table as CSV in UTF-8.':
    'La ligne a des lettres illisibles. Enregistrez le tableau en CSV, en UTF-8.',
  'Has a date and no time. Write it as {1}.': 'Il y a une date sans heure. Écrivez-la ainsi : {1}.',
  'The clocks skip this time on that day. Choose another one.':
    'Cette heure n’existe pas ce jour-là à cause du changement d’heure. Choisissez-en une autre.',
  'There is no row below the heading.': 'Il n’y a aucune ligne sous l’en-tête.',
  'At most {1} drafts are made at once, these are {2}.': 'Au plus {1} brouillons sont créés à la fois, en voici {2}.',
  'A quotation mark is not closed, or is inside a cell without a partner.':
    'Un guillemet est ouvert et n’est pas fermé, ou se trouve seul dans une cellule.',
  'Has {1} columns. Known are {2}.': 'Le tableau a {1} colonnes. Connues sont {2}.',
  'There is no such column. Known are {1}.': 'Il n’y a pas de telle colonne. Connues sont {1}.',
  'Appears more than once.': 'Cette colonne figure plus d’une fois.',
  'This column is missing.': 'Cette colonne manque.',
  '$5, one time: 70 API publication operations, outside the plan allowance.':
    '5 $, une fois : 70 publications par l’API, en plus de celles du forfait.',
  '$5: +125 API autopostings, $0.04 per API autoposting.': '5 $ : 125 autoposts de plus par l’API, à 0,04 $ chacun.',
  'The account is no longer connected.': 'Le compte n’est plus connecté.',
  'The figures of this network are not read.': 'Les chiffres de ce réseau ne sont pas lus.',
  '{1} did not respond.': '{1} n’a pas répondu.',
  'The post is no longer there.': 'La publication n’y est plus.',
  'TikTok has not named the video yet.': 'TikTok n’a pas encore donné d’identifiant à la vidéo.',
  '{1} does not count this post yet.': '{1} ne compte pas encore cette publication.',
  'This Google account has no YouTube channel. Create one, or choose another account.':
    'Ce compte Google n’a pas de chaîne YouTube. Créez-en une ou choisissez un autre compte.',
  'YouTube takes no post without a video.': 'YouTube n’accepte aucun post sans vidéo.',
  'TikTok takes no post without a video.': 'TikTok n’accepte aucun post sans vidéo.',
  'YouTube no longer knows this upload.': 'YouTube ne connaît plus cet envoi.',
  'YouTube gave no address for the upload.': 'YouTube n’a pas donné d’adresse pour l’envoi.',
  'YouTube has the video, but did not say which one it is.': 'YouTube a la vidéo, mais n’a pas dit laquelle c’est.',
  'TikTok does not offer this account what was chosen for who can watch.':
    'TikTok ne propose pas à ce compte ce qui a été choisi pour qui peut regarder.',
  'TikTok still prepares the post.': 'TikTok prépare encore le post.',
  'TikTok made no post of the video: {1}.': 'TikTok n’a pas fait de post de la vidéo : {1}.',
  'X cannot use the video: {1}.': 'X ne peut pas utiliser la vidéo : {1}.',
  'LinkedIn cannot use the video: {1}.': 'LinkedIn ne peut pas utiliser la vidéo : {1}.',
  'must say why, in {1} to {2} characters.': 'doit dire pourquoi, en {1} à {2} caractères.',
  '{1} lets no program remove this post.': '{1} ne permet à aucun programme de supprimer ce post.',
  'Open the post there and delete it by hand.': 'Ouvrez le post là-bas et supprimez-le à la main.',
  'The publication is {1}: there is nothing to remove.': 'La publication est {1} : il n’y a rien à supprimer.',
  'Cancel the post if it has not been sent; if its outcome is unknown, settle that first.':
    'Annulez le post s’il n’a pas été envoyé ; si son issue est inconnue, réglez d’abord ce point.',
  'Telegram lets no bot remove an album as a whole. Remove it there.':
    'Telegram ne permet à aucun bot de supprimer un album entier. Supprimez-le là-bas.',
  'Facebook did not take a part of the video.': 'Facebook n’a pas accepté une partie de la vidéo.',
  'Facebook did not say whether it published the video.': 'Facebook n’a pas dit si la vidéo est publiée.',
  '{1} could not read the video.': '{1} n’a pas pu lire la vidéo.',
};

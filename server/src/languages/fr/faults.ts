import type { Translation } from '../translation.ts';

/** What goes wrong while an account is connected or an address is called, `platforms/` and `outbound/`. */
export const faults: Translation = {
  '{1} needs no "{2}"; give {3}.': '{1} n’a pas besoin de « {2} » ; donnez {3}.',
  '"{1}" must be a text of one line.': '« {1} » doit être un texte d’une ligne.',
  '{1} needs "{2}": {3}. {4}': '{1} a besoin de « {2} » : {3}. {4}',
  'There is nothing to connect.': 'Il n’y a rien à connecter.',
  '{1} gave no refresh token. Connect the account again.': '{1} n’a pas donné de jeton d’actualisation. Reconnectez le compte.',
  '{1} shows this service nothing that you may post to. Create it there first.':
    '{1} ne montre à ce service aucun endroit où vous pouvez publier. Créez-en d’abord un là-bas.',
  '{1} has several with the name "{2}". Enter one of their ids instead: {3}.':
    'Chez {1}, plusieurs portent le nom « {2} ». Saisissez plutôt l’un de leurs identifiants : {3}.',
  '{1} has no "{2}" that you may post to. There is: {3}.': 'Chez {1}, il n’y a pas de « {2} » où vous pouvez publier. Il y a : {3}.',
  'And {1} more.': 'Et {1} de plus.',
  'VK sent no device id back. Begin again.': 'VK n’a renvoyé aucun identifiant d’appareil. Recommencez.',
  'Google allows no posts for "{1}". Check there whether the location is verified.':
    'Google n’autorise pas de posts pour « {1} ». Vérifiez là-bas que l’établissement est validé.',
  'Google rejected the post: it breaks the policy for posts of business profiles.':
    'Google a refusé le post : il enfreint le règlement des posts de fiches d’établissement.',
  'r/{1} has no flair "{2}". There is: {3}.': 'r/{1} n’a pas de flair « {2} ». Il y a : {3}.',
  '"subreddit" must be the name of a community, for instance "r/harbour".':
    '« subreddit » doit être le nom d’une communauté, par exemple « r/harbour ».',
  'u/{1} is banned from {2}.': 'u/{1} est exclu de {2}.',
  'Only approved users post to {1}. Ask its moderators to approve u/{2}.':
    'Seuls les utilisateurs approuvés publient dans {1}. Demandez à ses modérateurs d’approuver u/{2}.',
  'r/{1} is closed to u/{2}.': 'r/{1} est fermé à u/{2}.',
  'Reddit has no r/{1}. Check how it is written.': 'Reddit n’a pas de r/{1}. Vérifiez l’orthographe.',
  '{1} requires a flair on every post.': '{1} exige un flair pour chaque post.',
  '{1} takes no text below the title.': '{1} n’accepte pas de texte sous le titre.',
  '{1} requires a text below the title.': '{1} exige un texte sous le titre.',
  '{1} requires at least {2} characters in the title.': '{1} exige au moins {2} caractères dans le titre.',
  '{1} requires at least {2} characters of text.': '{1} exige au moins {2} caractères de texte.',
  '{1} does not accept "{2}".': '{1} n’accepte pas « {2} ».',
  '{1} requires one of these in a post: {2}.': '{1} exige l’un de ceux-ci dans un post : {2}.',
  'WordPress rejects the application password. Create a new one under Users, Profile; the login password does not work here.':
    'WordPress dit que le mot de passe d’application est faux. Créez-en un nouveau sous Comptes, Profil ; le mot de passe de connexion ne sert pas ici.',
  'WordPress has no user with this name.': 'WordPress ne connaît personne sous ce nom d’utilisateur.',
  'WordPress has no user with this e-mail address.': 'WordPress ne connaît personne à cette adresse e-mail.',
  'WordPress rejects the user name or the application password. Create a new password under Users, Profile; the login password does not work here. If both are right, the web server of the site drops the Authorization header.':
    'WordPress dit que le nom d’utilisateur ou le mot de passe d’application est faux. Créez-en un nouveau sous Comptes, Profil ; le mot de passe de connexion ne sert pas ici. S’il est juste, le serveur web du site omet l’en-tête Authorization.',
  'The user may not publish posts. Use an author, an editor or an administrator.':
    'L’utilisateur n’a pas le droit de publier. Prenez un auteur, un éditeur ou un administrateur.',
  '"site" must be the address of the site, for instance "https://example.org".':
    '« Site » doit être l’adresse du site, par exemple « https://example.org ».',
  '{1} wants the picture put at something that is no address.': '{1} veut que l’image soit déposée à un endroit qui n’est pas une adresse.',
  '"{1}" must be the address of a server, for instance "{2}".': '« {1} » doit être l’adresse d’un serveur, par exemple « {2} ».',
  '"botToken" must be as @BotFather gave it, for instance "110201543:AAHdq…".':
    '« Jeton du bot » doit être tel que @BotFather l’a donné, par exemple « 110201543:AAHdq… ».',
  'The bot may not post there. Make it an administrator that may post messages.':
    'Le bot n’a pas le droit d’y publier. Faites-en un administrateur qui peut publier des messages.',
  '"channel" must be the id of a channel, for instance "C0123456789".':
    '« Identifiant du salon » doit être l’identifiant d’un canal, par exemple « C0123456789 ».',
  'Leave "feed" out; the sandbox opens a new one for each connection.':
    'Laissez « feed » de côté ; la sandbox en ouvre un nouveau pour chaque connexion.',
  'The sandbox knows no "{1}"; it takes {2}.': 'La sandbox ne connaît pas « {1} » ; elle accepte {2}.',
  '"handle" must be 1 to 64 letters, digits, dots or dashes.': '« Nom » doit compter de 1 à 64 lettres, chiffres, points ou tirets.',
  '"feed" must be a text.': '« feed » doit être un texte.',
  '"failure" must be one of {1}.': '« failure » doit être l’un de ceux-ci : {1}.',
  '"times" must be a whole number from 1.': '« times » doit être un nombre entier, 1 au moins.',
  'The operator must register this service at {1} and set {2}_CLIENT_ID and {3}_CLIENT_SECRET.':
    'L’opérateur doit enregistrer ce service auprès de {1} et définir {2}_CLIENT_ID et {3}_CLIENT_SECRET.',
  'The operator must set PUBLIC_URL to an https:// address that is reachable from the internet; it is {1}.':
    'L’opérateur doit définir PUBLIC_URL comme une adresse https:// que tout Internet peut atteindre ; elle est {1}.',
  '"secretKey" must be a secret key that begins with "nsec1".': '« Clé secrète » doit être une clé secrète qui commence par « nsec1 ».',
  '"relays" must name 1 to {1} relays.': '« Relais » doit nommer de 1 à {1} relais.',
  '"relays" must be addresses that begin with wss://, for instance "wss://nos.lol", not "{1}".':
    '« Relais » doit contenir des adresses qui commencent par wss://, par exemple « wss://nos.lol », et non « {1} ».',
  'None of the relays can be reached: {1}.': 'Aucun des relais n’est joignable : {1}.',
  'You let us into no page. Begin again and pick at least one page at Facebook.':
    'Vous ne nous avez donné accès à aucune page. Recommencez et choisissez au moins une page chez Facebook.',
  '"channelId" must be a number; turn on Developer Mode to copy it.':
    '« Identifiant du salon » doit être un nombre ; activez le mode développeur pour le copier.',
  '"identifier" must be the handle, for instance "harbour.bsky.social".':
    '« Nom » doit être le nom du compte, par exemple « harbour.bsky.social ».',
  '"appPassword" must be an app password from Settings, Privacy and security, App passwords.':
    '« Mot de passe d’application » doit venir de Paramètres, Confidentialité et sécurité, Mots de passe d’application.',
  'Bluesky does not accept the handle and app password. Check both, or make a new app password.':
    'Bluesky n’accepte pas le nom et le mot de passe d’application. Vérifiez les deux, ou créez un nouveau mot de passe d’application.',
  'Bluesky asks for a code as well. Make an app password, which needs none, and give that.':
    'Bluesky demande aussi un code. Créez un mot de passe d’application, qui n’en demande pas, et donnez celui-là.',
  'Bluesky has taken the account down.': 'Bluesky a supprimé le compte.',
  'Bluesky has suspended the account.': 'Bluesky a suspendu le compte.',
  'The account is deactivated at Bluesky.': 'Le compte est désactivé chez Bluesky.',
  'Bluesky has had too many sign-ins of this account or from here. Try again later.':
    'Bluesky a reçu trop de connexions de ce compte ou d’ici. Réessayez plus tard.',
  'There is no Bluesky server at that address, or it does not answer. Check the address, or try again later.':
    'Il n’y a pas de serveur Bluesky à cette adresse, ou il ne répond pas. Vérifiez l’adresse, ou réessayez plus tard.',
  "That is the account's own password. Make an app password under Settings, Privacy and security, and give that.":
    'C’est le mot de passe du compte lui-même. Créez un mot de passe d’application sous Paramètres, Confidentialité et sécurité, et donnez celui-là.',
  'The account is suspended or deactivated.': 'Le compte est suspendu ou désactivé.',
  'The Bluesky account is suspended or deactivated.': 'Le compte Bluesky est suspendu ou désactivé.',
  'The call was stopped.': 'L’appel a été interrompu.',
  '{1} answered: status {2} and no reason': '{1} a répondu : statut {2}, sans raison',
  '{1} answered: {2}': '{1} a répondu : {2}',
  '{1} does not accept what was entered. Check it, or make a new one there.':
    '{1} n’accepte pas ce qui a été saisi. Vérifiez-le, ou créez-en un nouveau là-bas.',
  '{1} has had too many calls just now. Try again later.': '{1} a reçu trop d’appels à l’instant. Réessayez plus tard.',
  'There is no {1} at that address. Check how it is written.': 'Il n’y a pas de {1} à cette adresse. Vérifiez comment elle est écrite.',
  '{1} has a fault of its own (status {2}). Check the address, or try again later.':
    '{1} a une erreur de son côté (statut {2}). Vérifiez l’adresse, ou réessayez plus tard.',
  '{1} refused, or is something else (status {2}). Check the address, or try again later.':
    '{1} a refusé, ou c’est autre chose (statut {2}). Vérifiez l’adresse, ou réessayez plus tard.',
  '{1} did not respond. {2}': '{1} n’a pas répondu. {2}',
  '{1} gave an answer that makes no sense: it has no {2}.': '{1} a donné une réponse qui n’a pas de sens : il y manque {2}.',
  'Only addresses that begin with https:// or http:// are called.':
    'Seules les adresses qui commencent par https:// ou http:// sont appelées.',
  'The address leads to this service itself.': 'L’adresse mène à ce service lui-même.',
  '{1} is not on the public internet.': '{1} n’est pas sur l’Internet public.',
  'The address of {1} must begin with {2}//.': 'L’adresse de {1} doit commencer par {2}//.',
  'The address leads to port {1}; only the usual web ports are opened.':
    'L’adresse mène au port {1} ; seuls les ports habituels du web sont ouverts.',
  'The address leads from one to the next without end.': 'L’adresse mène sans fin de l’une à l’autre.',
  'The address leads to port {1}, which is never called.': 'L’adresse mène au port {1}, qui n’est jamais appelé.',
  'The response has an unsupported content encoding.': 'La réponse est compressée d’une façon que personne n’a demandée.',
  'The answer ended in the middle or could not be unpacked.': 'La réponse s’est arrêtée au milieu ou n’a pas pu être décompressée.',
  'The answer is larger than {1} bytes.': 'La réponse dépasse {1} octets.',
  'This is no address, or it leads to something that is none.': 'Ce n’est pas une adresse, ou elle mène à ce qui n’en est pas une.',
  'The address leads to something that is no web page.': 'L’adresse mène à ce qui n’est pas une page web.',
  'The address carries a user name or password.': 'L’adresse contient un nom d’utilisateur ou un mot de passe.',
  'It took too long.': 'Cela a pris trop de temps.',
  'It could not be reached.': 'Il n’a pas pu être joint.',
  'It broke off before it answered.': 'La connexion s’est coupée avant la réponse.',
  'It answered {1}.': 'La réponse était {1}.',
  'It answered 410: it wants nothing more.': 'La réponse était 410 : on n’y veut plus rien.',
  'It did not send the challenge back.': 'Le défi n’a pas été renvoyé.',
  'Lemmy does not accept the name and password.': 'Lemmy n’accepte pas le nom et le mot de passe.',
  'The account has two-factor authentication: enter the current code too.':
    'Le compte a l’authentification à deux facteurs : saisissez aussi le code actuel.',
  'Lemmy does not accept the code. Enter the current one.': 'Lemmy n’accepte pas le code. Saisissez le code actuel.',
  "Enter the account's password. It is used once and not stored.":
    'Saisissez le mot de passe du compte. Il sert une fois et n’est pas conservé.',
  'The account cannot sign in yet: its address or its application is not confirmed.':
    'Le compte ne peut pas encore se connecter : son adresse ou sa demande n’est pas confirmée.',
  'Lemmy has ended the session. Connect the account again.': 'Lemmy a mis fin à la session. Connectez de nouveau le compte.',
  'The server knows no community {1}. Open it there once, or write its server too, as in harbour@lemmy.world.':
    'Le serveur ne connaît pas de communauté {1}. Ouvrez-la une fois là-bas, ou ajoutez son serveur, comme dans harbour@lemmy.world.',
  'Only its moderators may post in {1}.': 'Seuls ses modérateurs peuvent publier dans {1}.',
  'The account may not post to the blog any more.': 'Le compte ne peut plus publier sur le blog.',
  'The account has no blog at Hashnode. Make one there first.': 'Le compte n’a pas de blog chez Hashnode. Créez-en un là-bas d’abord.',
  '"publication" must be the address of one of the account\'s blogs: {1}.': '« Blog » doit être l’adresse d’un des blogs du compte : {1}.',
  'The blog is not on Hashnode Pro, which publishing through the API needs. Upgrade it there.':
    'Le blog n’a pas Hashnode Pro, nécessaire pour publier par l’API. Souscrivez-le là-bas.',
  'Hashnode takes pictures of at most 8 MB.': 'Hashnode accepte des images de 8 Mo au plus.',
  '"adminKey" must be an Admin API key: an id, a colon, and 64 more characters.':
    'La clé de l’API Admin doit être formée d’un identifiant, de deux points et de 64 autres caractères.',
  'Ghost does not accept the key. Copy the Admin API key of the custom integration again.':
    'Ghost n’accepte pas la clé. Copiez de nouveau la clé de l’API Admin de l’intégration personnalisée.',
};

import type { Translation } from '../translation.ts';

/** What the safety checks find, `safety/`, and where, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'dans le texte',
  'in the title': 'dans le titre',
  'in the tags': 'dans les tags',
  'in the link': 'dans le lien',
  'in the title of the link’s card': 'dans le titre de la carte du lien',
  'in the description of the link’s card': 'dans la description de la carte du lien',
  'in the name of the site on the link’s card': 'dans le nom du site sur la carte du lien',
  'in the description of the picture on the link’s card': 'dans la description de l’image sur la carte du lien',
  'in the description of picture {1}': 'dans la description de l’image {1}',
  'in post {1} of the thread': 'dans le post {1} du fil',
  'in {1}': 'dans {1}',
  'This looks like {1}. Remove it, and rotate it wherever it is used.':
    'Cela ressemble à {1}. Retirez-le, et remplacez-le partout où il sert.',
  'a {1} API key': 'une clé API {1}',
  'a private key': 'une clé privée',
  'an {1} access key id': 'un identifiant de clé d’accès {1}',
  'an {1} secret key': 'une clé secrète {1}',
  'a {1} secret key': 'une clé secrète {1}',
  'a {1} token': 'un jeton {1}',
  'an {1} token': 'un jeton {1}',
  'a {1} webhook address': 'une adresse de webhook {1}',
  'a {1} bot token': 'un jeton de bot {1}',
  'a {1} key': 'une clé {1}',
  'an {1} key': 'une clé {1}',
  'a {1} secret': 'un secret {1}',
  'an AI provider key': 'une clé d’un fournisseur d’IA',
  'a {1} access token': 'un jeton d’accès {1}',
  'an {1} access token': 'un jeton d’accès {1}',
  'an {1} bearer token': 'un jeton Bearer {1}',
  'a {1} app password': 'un mot de passe d’application {1}',
  'a JSON web token': 'un JSON Web Token',
  'an encrypted Nostr secret key': 'une clé secrète Nostr chiffrée',
  'the address of a Nostr wallet or signer': 'une adresse de portefeuille ou de signataire Nostr',
  'a private key of a wallet': 'une clé privée de portefeuille',
  'a {1} private key': 'une clé privée {1}',
  'a {1} app token': 'un jeton d’application {1}',
  'a {1} refresh token': 'un jeton d’actualisation {1}',
  'a {1} application password': 'un mot de passe d’application {1}',
  'a bearer token': 'un jeton Bearer',
  'a password': 'un mot de passe',
  'a key': 'une clé',
  'the code of a door': 'le code d’une porte',
  'the seed of a wallet': 'une phrase de récupération de portefeuille',
  'a secret ({1})': 'un secret ({1})',
  'This looks like {1}. Keep it only if the person concerned agrees.':
    'Cela ressemble à {1}. Ne le laissez que si la personne à qui cela appartient veut que ce soit connu.',
  'an e-mail address': 'une adresse e-mail',
  'a phone number': 'un numéro de téléphone',
  'a card number': 'un numéro de carte',
  'a bank account': 'un compte bancaire',
  'a social security number': 'un numéro de sécurité sociale',
  'a national insurance number': 'un numéro d’assurance nationale',
  'an identity number': 'un numéro d’identité',
  'a tax number': 'un numéro fiscal',
  'a personal number': 'un numéro personnel',
  'an insurance number': 'un numéro d’assurance',
  'a passport number': 'un numéro de passeport',
  'a date of birth': 'une date de naissance',
  'a home address': 'une adresse personnelle',
  'This workspace blocks the term "{1}". Rephrase it.': 'Cet espace de travail ne dit pas « {1} ». Dites-le autrement.',
  'This workspace does not link to {1}. Use another address.':
    'Cet espace de travail ne fait pas de lien vers {1}. Prenez une autre adresse.',
  'This is a health claim. Keep it only if it is proven and permitted.':
    'Ceci promet un effet sur la santé. Ne le laissez que si c’est prouvé, et s’il est permis de le dire.',
  'This promises a financial return. Keep it only if it is certain, and state the risk.':
    'Ceci promet de l’argent. Ne le laissez que si c’est sûr, et dites quel est le risque.',
  'This promises something without a condition. Leave it in only if you can keep and prove it.':
    'Ceci promet quelque chose sans condition. Ne le laissez que si vous pouvez le tenir et le prouver.',
  'This is a superlative claim. Keep it only if you can prove it, and cite the source.':
    'Ceci dit que personne n’est meilleur. Ne le laissez que si vous pouvez le prouver, et dites selon qui.',
  'There is invisible text here that machines can read. Remove it.':
    'Il y a ici un texte que personne ne voit et que des machines lisent. Retirez-le.',
  'A character here turns the writing around, so that it reads as something else. Take it out.':
    'Un caractère retourne ici l’écriture, si bien qu’on y lit autre chose. Retirez-le.',
  'Marks are stacked on a letter here, so that it covers the lines around it. Write the word again.':
    'Des signes sont empilés ici sur une lettre, qui recouvre les lignes voisines. Réécrivez le mot.',
  'There is an invisible character here. Remove it, or retype the word.':
    'Il y a ici un caractère que personne ne voit. Retirez-le, ou réécrivez le mot.',
  'This reads as "{1}", but some of its letters are of another alphabet. Write it again.':
    'Cela se lit « {1} », mais certaines lettres sont d’un autre alphabet. Réécrivez-le.',
  'A place in a template was left open here. Fill it in, or take it out.':
    'Un champ d’un modèle est resté vide ici. Remplissez-le, ou retirez-le.',
  'This is text of an AI assistant about itself or to its user. Remove it.':
    'Ici, une machine parle d’elle-même ou à qui l’a interrogée. Retirez-le.',
  'This marker says that the text is not public, or not yet. Remove it if the post may be published.':
    'Cette mention dit que le texte n’est pas pour le public, ou pas encore. Retirez-la si le post peut partir.',
  'This looks like a note to the editor. Remove it.': 'Cela ressemble à une note pour qui achève le texte. Retirez-la.',
  'Many readers take offence at this word. Leave it in only if you mean it.':
    'Ce mot choque beaucoup de lecteurs. Ne le laissez que si vous y tenez.',
  'There are {1} mentions; more than {2} look like spam. Remove some.':
    'Il y a ici {1} mentions ; plus de {2} ressemblent à du spam. Retirez-en.',
  'There are {1} tags; more than {2} look like spam. Remove some.': 'Il y a ici {1} tags ; plus de {2} ressemblent à du spam. Retirez-en.',
  'This text is AI-generated without a disclosure. Add "{1}", or have a person write it.':
    'Une machine a écrit ceci, et ce n’est pas dit. Ajoutez « {1} », ou faites-le écrire par une personne.',
  'The same text has gone to this account within the last {1} days, or is on its way there.': {
    one: 'Le même texte est déjà parti vers ce compte au cours du dernier jour, ou il est en route.',
    other: 'Le même texte est déjà parti vers ce compte dans les {1} derniers jours, ou il est en route.',
  },
  '"{1}" in this address uses lookalike letters. Use the address of the real site.':
    '« {1} » dans cette adresse est écrit en lettres qui ressemblent à d’autres. Prenez l’adresse du vrai site.',
  'This address imitates {1}. Check where it leads.':
    'Cette adresse ressemble à une adresse de {1}, et en est une autre. Vérifiez où elle mène.',
  '{1} is a private network address. Remove it: it reveals internal systems.':
    '{1} se trouve dans un réseau privé. Ne le mettez pas : cela dit aux autres ce qui s’y trouve.',
  'This link seems to carry a personal key. Check that it may be opened by everyone, or take the key out of it.':
    'Ce lien semble contenir une clé personnelle. Vérifiez que tout le monde peut l’ouvrir, ou retirez-en la clé.',
  'This link carries a user name or password. Take it out of the link, and change the password.':
    'Ce lien contient un nom d’utilisateur ou un mot de passe. Retirez-le du lien, et changez le mot de passe.',
  'This link leads to {1}, a private address that readers cannot open. Use a public one.':
    'Ce lien mène à {1}, une adresse privée que les lecteurs ne peuvent pas ouvrir. Prenez-en une publique.',
  "This link leads to {1}, which is the reader's own machine.": 'Ce lien mène à {1}, qui est la machine même du lecteur.',
  'This network reads "{1}" as its own account "{2}", which may be a stranger\'s. Write the name that the account has here, or leave out the "@".':
    'Ce réseau lit « {1} » comme son propre compte « {2} », qui peut être celui d’un inconnu. Écrivez le nom que le compte porte ici, ou retirez le « @ ».',
  '"{1}" mentions no account here. Write "nostr:" followed by the account\'s key, which begins with npub1.':
    '« {1} » ne mentionne ici aucun compte. Écrivez « nostr: » suivi de la clé du compte, qui commence par npub1.',
  'This address hides where it leads. Use the address itself: networks shorten it by themselves.':
    'Cette adresse cache où elle mène. Prenez l’adresse elle-même : les réseaux la raccourcissent d’eux-mêmes.',
  'This looks like a staging site. Use the public address.':
    'Cela ressemble à la copie d’un site qui n’est pas destinée au public. Prenez l’adresse publique.',
  'This address is a number without a name. Readers cannot tell whose it is, and it changes: use a name.':
    'Cette adresse est un numéro sans nom. On ne voit pas à qui elle est, et elle change : prenez un nom.',
  'The source says the opposite about "{1}", or does not say it. Compare them.':
    'La source dit le contraire au sujet de « {1} », ou ne le dit pas. Comparez les deux.',
  'The source uses the number {1} for something else. Compare them.':
    'Dans la source, le nombre {1} désigne autre chose. Comparez les deux.',
  'This is in {1}; {2} was expected.': 'C’est du {1} ; la langue attendue est : {2}.',
  'This is markup, which readers here see as it is written. Remove it.':
    'C’est du balisage, que les lecteurs voient ici tel quel. Retirez-le.',
  'Hardly a word of this sentence is in the source. Check it, or remove it.':
    'Presque aucun mot de cette phrase ne figure dans la source. Vérifiez-la, ou retirez-la.',
  'This repeats the instructions to the language model. Remove it.':
    'Ceci répète les instructions données au modèle de langage. Retirez-le.',
  'The source does not say "{1}". Check it, or remove it.': 'La source ne dit pas « {1} ». Vérifiez-le, ou retirez-le.',
  'This asks readers for a secret, as fraud does. Remove it: no one should send one.':
    'Ceci demande un secret aux lecteurs, comme le font les fraudeurs. Retirez-le : personne ne devrait en envoyer.',
  'The moderation service finds {1} here. Read it again before it goes out.':
    'Le service de modération trouve ici : {1}. Relisez avant la publication.',
  'The moderation service could not check this. Submit it again later, or read it with special care.':
    'Le service de modération n’a pas pu vérifier ceci. Soumettez-le de nouveau plus tard, ou relisez-le avec un soin particulier.',
  'in picture {1}': 'dans l’image {1}',
  'a threat': 'une menace',
  'self-harm': 'de l’automutilation',
  violence: 'de la violence',
  hate: 'de la haine',
  harassment: 'du harcèlement',
  'instructions for a crime': 'des instructions pour un délit',
  'sexual content': 'du contenu sexuel',
  'sexual content about minors': 'du contenu sexuel sur des mineurs',
};

import type { Translation } from '../translation.ts';

/** What the safety checks find, `safety/`, and where, `payloads/outgoing-texts.ts`. */
export const findings: Translation = {
  'in the text': 'im Text',
  'in the title': 'im Titel',
  'in the tags': 'in den Tags',
  'in the link': 'im Link',
  'in the title of the link’s card': 'im Titel der Karte des Links',
  'in the description of the link’s card': 'in der Beschreibung der Karte des Links',
  'in the name of the site on the link’s card': 'im Namen der Website auf der Karte des Links',
  'in the description of the picture on the link’s card': 'in der Beschreibung des Bildes auf der Karte des Links',
  'in the description of picture {1}': 'in der Beschreibung von Bild {1}',
  'in post {1} of the thread': 'in Beitrag {1} des Threads',
  'in {1}': 'in {1}',
  'This looks like {1}. Remove it, and rotate it wherever it is used.':
    'Das sieht aus wie {1}. Nehmen Sie es heraus, und ersetzen Sie es überall, wo es in Gebrauch ist.',
  'a {1} API key': 'ein API-Schlüssel von {1}',
  'a private key': 'ein privater Schlüssel',
  'an {1} access key id': 'die ID eines Zugriffsschlüssels von {1}',
  'an {1} secret key': 'ein geheimer Schlüssel von {1}',
  'a {1} secret key': 'ein geheimer Schlüssel von {1}',
  'a {1} token': 'ein Token von {1}',
  'an {1} token': 'ein Token von {1}',
  'a {1} webhook address': 'die Adresse eines Webhooks von {1}',
  'a {1} bot token': 'das Token eines Bots von {1}',
  'a {1} key': 'ein Schlüssel von {1}',
  'an {1} key': 'ein Schlüssel von {1}',
  'a {1} secret': 'ein Geheimnis von {1}',
  'an AI provider key': 'der Schlüssel eines KI-Anbieters',
  'a {1} access token': 'ein Zugriffstoken von {1}',
  'an {1} access token': 'ein Zugriffstoken von {1}',
  'an {1} bearer token': 'ein Bearer-Token von {1}',
  'a {1} app password': 'ein App-Passwort von {1}',
  'a JSON web token': 'ein JSON Web Token',
  'an encrypted Nostr secret key': 'ein verschlüsselter geheimer Schlüssel von Nostr',
  'the address of a Nostr wallet or signer': 'die Adresse einer Nostr-Wallet oder eines Nostr-Signers',
  'a private key of a wallet': 'der private Schlüssel einer Wallet',
  'a {1} private key': 'ein privater Schlüssel von {1}',
  'a {1} app token': 'das Token einer App von {1}',
  'a {1} refresh token': 'ein Erneuerungstoken von {1}',
  'a {1} application password': 'ein Anwendungspasswort von {1}',
  'a bearer token': 'ein Bearer-Token',
  'a password': 'ein Passwort',
  'a key': 'ein Schlüssel',
  'the code of a door': 'der Code einer Tür',
  'the seed of a wallet': 'die Wiederherstellungswörter einer Wallet',
  'a secret ({1})': 'ein Geheimnis ({1})',
  'This looks like {1}. Keep it only if the person concerned agrees.':
    'Das sieht aus wie {1}. Lassen Sie es nur stehen, wenn der Mensch, dem es gehört, es bekannt haben will.',
  'an e-mail address': 'eine E-Mail-Adresse',
  'a phone number': 'eine Telefonnummer',
  'a card number': 'eine Kartennummer',
  'a bank account': 'ein Bankkonto',
  'a social security number': 'eine Sozialversicherungsnummer',
  'a national insurance number': 'eine britische Sozialversicherungsnummer',
  'an identity number': 'eine Ausweisnummer',
  'a tax number': 'eine Steuernummer',
  'a personal number': 'eine Personennummer',
  'an insurance number': 'eine Versicherungsnummer',
  'a passport number': 'eine Passnummer',
  'a date of birth': 'ein Geburtsdatum',
  'a home address': 'eine Privatanschrift',
  'This workspace blocks the term "{1}". Rephrase it.': 'Dieser Arbeitsbereich sagt nicht „{1}“. Sagen Sie es anders.',
  'This workspace does not link to {1}. Use another address.':
    'Dieser Arbeitsbereich verlinkt nicht auf {1}. Nehmen Sie eine andere Adresse.',
  'This is a health claim. Keep it only if it is proven and permitted.':
    'Das verspricht eine Wirkung auf die Gesundheit. Lassen Sie es nur stehen, wenn sie bewiesen ist und man es sagen darf.',
  'This promises a financial return. Keep it only if it is certain, and state the risk.':
    'Das verspricht Geld. Lassen Sie es nur stehen, wenn es sicher ist, und sagen Sie, was das Risiko ist.',
  'This promises something without a condition. Leave it in only if you can keep and prove it.':
    'Das verspricht etwas ohne Bedingung. Lassen Sie es nur stehen, wenn Sie es halten und beweisen können.',
  'This is a superlative claim. Keep it only if you can prove it, and cite the source.':
    'Das sagt, niemand sei besser. Lassen Sie es nur stehen, wenn Sie es beweisen können, und sagen Sie, nach wessen Zählung.',
  'There is invisible text here that machines can read. Remove it.':
    'Hier steht etwas, das niemand sieht und Maschinen lesen. Nehmen Sie es heraus.',
  'A character here turns the writing around, so that it reads as something else. Take it out.':
    'Ein Zeichen hier dreht die Schrift um, sodass sie sich anders liest. Nehmen Sie es heraus.',
  'Marks are stacked on a letter here, so that it covers the lines around it. Write the word again.':
    'Hier sind Zeichen auf einem Buchstaben gestapelt, sodass er die Zeilen darum verdeckt. Schreiben Sie das Wort neu.',
  'There is an invisible character here. Remove it, or retype the word.':
    'Hier steht ein Zeichen, das niemand sieht. Nehmen Sie es heraus, oder schreiben Sie das Wort neu.',
  'This reads as "{1}", but some of its letters are of another alphabet. Write it again.':
    'Das liest sich wie „{1}“, aber manche Buchstaben sind aus einem anderen Alphabet. Schreiben Sie es neu.',
  'A place in a template was left open here. Fill it in, or take it out.':
    'Hier blieb eine Stelle einer Vorlage offen. Füllen Sie sie aus, oder nehmen Sie sie heraus.',
  'This is text of an AI assistant about itself or to its user. Remove it.':
    'Hier spricht eine Maschine von sich selbst oder mit dem, der sie gefragt hat. Nehmen Sie es heraus.',
  'This marker says that the text is not public, or not yet. Remove it if the post may be published.':
    'Dieser Vermerk sagt, dass der Text nicht für die Öffentlichkeit ist, oder noch nicht. Nehmen Sie ihn heraus, wenn der Beitrag hinausdarf.',
  'This looks like a note to the editor. Remove it.':
    'Das sieht aus wie eine Notiz für den, der den Text fertig schreibt. Nehmen Sie sie heraus.',
  'Many readers take offence at this word. Leave it in only if you mean it.':
    'An diesem Wort nehmen viele Anstoß. Lassen Sie es nur stehen, wenn Sie es so meinen.',
  'There are {1} mentions; more than {2} look like spam. Remove some.':
    'Hier stehen {1} Erwähnungen; mehr als {2} sehen nach Spam aus. Nehmen Sie einige heraus.',
  'There are {1} tags; more than {2} look like spam. Remove some.':
    'Hier stehen {1} Tags; mehr als {2} sehen nach Spam aus. Nehmen Sie einige heraus.',
  'This text is AI-generated without a disclosure. Add "{1}", or have a person write it.':
    'Das hat eine Maschine geschrieben, und es steht nicht da. Fügen Sie „{1}“ hinzu, oder lassen Sie einen Menschen schreiben.',
  'The same text has gone to this account within the last {1} days, or is on its way there.': {
    one: 'Derselbe Text ging am letzten Tag schon an dieses Konto oder ist dorthin unterwegs.',
    other: 'Derselbe Text ging in den letzten {1} Tagen schon an dieses Konto oder ist dorthin unterwegs.',
  },
  '"{1}" in this address uses lookalike letters. Use the address of the real site.':
    '„{1}“ in dieser Adresse ist in Buchstaben geschrieben, die wie andere aussehen. Nehmen Sie die Adresse der echten Website.',
  'This address imitates {1}. Check where it leads.':
    'Diese Adresse sieht aus wie eine von {1} und ist eine andere. Prüfen Sie, wohin sie führt.',
  '{1} is a private network address. Remove it: it reveals internal systems.':
    '{1} liegt in jemandes eigenem Netz. Lassen Sie es weg: Es verrät anderen, was es dort gibt.',
  'This link seems to carry a personal key. Check that it may be opened by everyone, or take the key out of it.':
    'Dieser Link scheint einen persönlichen Schlüssel zu enthalten. Prüfen Sie, ob ihn jeder öffnen darf, oder nehmen Sie den Schlüssel heraus.',
  'This link carries a user name or password. Take it out of the link, and change the password.':
    'In diesem Link steht ein Benutzername oder ein Passwort. Nehmen Sie es aus dem Link, und ändern Sie das Passwort.',
  'This link leads to {1}, a private address that readers cannot open. Use a public one.':
    'Dieser Link führt zu {1}, einer privaten Adresse, die niemand sonst öffnen kann. Nehmen Sie eine öffentliche.',
  "This link leads to {1}, which is the reader's own machine.": 'Dieser Link führt zu {1}, und das ist der Rechner dessen, der liest.',
  'This network reads "{1}" as its own account "{2}", which may be a stranger\'s. Write the name that the account has here, or leave out the "@".':
    'Dieses Netzwerk liest „{1}“ als sein eigenes Konto „{2}“, das einem Fremden gehören kann. Schreiben Sie den Namen, den das Konto hier hat, oder lassen Sie das „@“ weg.',
  '"{1}" mentions no account here. Write "nostr:" followed by the account\'s key, which begins with npub1.':
    '„{1}“ erwähnt hier kein Konto. Schreiben Sie „nostr:“ und dahinter den Schlüssel des Kontos, der mit npub1 beginnt.',
  'This address hides where it leads. Use the address itself: networks shorten it by themselves.':
    'Diese Adresse verbirgt, wohin sie führt. Nehmen Sie die Adresse selbst: Netzwerke kürzen sie von allein.',
  'This looks like a staging site. Use the public address.':
    'Das sieht aus wie die Kopie einer Website, die nicht für die Öffentlichkeit ist. Nehmen Sie die öffentliche Adresse.',
  'This address is a number without a name. Readers cannot tell whose it is, and it changes: use a name.':
    'Diese Adresse ist eine Nummer ohne Namen. Niemand sieht, wessen sie ist, und sie ändert sich: Nehmen Sie einen Namen.',
  'The source says the opposite about "{1}", or does not say it. Compare them.':
    'Die Quelle sagt über „{1}“ das Gegenteil, oder sie sagt es nicht. Vergleichen Sie beide.',
  'The source uses the number {1} for something else. Compare them.':
    'Die Zahl {1} steht in der Quelle für etwas anderes. Vergleichen Sie beide.',
  'This is in {1}; {2} was expected.': 'Das ist {1}; erwartet wurde {2}.',
  'This is markup, which readers here see as it is written. Remove it.':
    'Das ist Auszeichnung, die Leser hier so sehen, wie sie geschrieben ist. Entfernen Sie sie.',
  'Hardly a word of this sentence is in the source. Check it, or remove it.':
    'Kaum ein Wort dieses Satzes steht in der Quelle. Prüfen Sie ihn, oder entfernen Sie ihn.',
  'This repeats the instructions to the language model. Remove it.':
    'Das wiederholt die Anweisungen an das Sprachmodell. Entfernen Sie es.',
  'The source does not say "{1}". Check it, or remove it.': 'Die Quelle sagt nicht „{1}“. Prüfen Sie es, oder entfernen Sie es.',
  'This asks readers for a secret, as fraud does. Remove it: no one should send one.':
    'Das bittet Leser um ein Geheimnis, wie es Betrüger tun. Entfernen Sie es: Niemand sollte eines senden.',
  'The moderation service finds {1} here. Read it again before it goes out.':
    'Der Moderationsdienst findet hier {1}. Lesen Sie es noch einmal, bevor es hinausgeht.',
  'The moderation service could not check this. Submit it again later, or read it with special care.':
    'Der Moderationsdienst konnte das nicht prüfen. Reichen Sie es später noch einmal ein, oder lesen Sie es besonders sorgfältig.',
  'in picture {1}': 'in Bild {1}',
  'a threat': 'eine Drohung',
  'self-harm': 'Selbstverletzung',
  violence: 'Gewalt',
  hate: 'Hass',
  harassment: 'Belästigung',
  'instructions for a crime': 'eine Anleitung zu einer Straftat',
  'sexual content': 'sexuelle Inhalte',
  'sexual content about minors': 'sexuelle Inhalte über Minderjährige',
};

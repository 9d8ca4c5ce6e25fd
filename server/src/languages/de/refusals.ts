import type { Translation } from '../translation.ts';

/** What the table of errors says, `error-table.ts`. */
export const refusals: Translation = {
  'The request cannot be understood.': 'Die Anfrage ist nicht zu verstehen.',
  'Read the message, correct the request and send it again.':
    'Lesen Sie die Meldung, berichtigen Sie die Anfrage und senden Sie sie noch einmal.',
  'There is no valid credential on this request.': 'Die Anfrage weist niemanden aus.',
  'Send "Authorization: Bearer <API key>", or sign in to the console.':
    'Melden Sie sich an der Konsole an (Programme senden „Authorization: Bearer <API key>“).',
  'The e-mail address and password do not match.': 'E-Mail-Adresse und Passwort passen nicht zusammen.',
  'Check both and try again.': 'Prüfen Sie beide und versuchen Sie es noch einmal.',
  'The code is not right, or it was used before.': 'Der Code stimmt nicht oder wurde schon benutzt.',
  'Type the newest code of your app, or a recovery code that is unused.':
    'Geben Sie den neuesten Code Ihrer App ein oder einen unbenutzten Wiederherstellungscode.',
  'This sign-in took too long, or it was finished already.': 'Die Anmeldung hat zu lange gedauert oder ist schon beendet.',
  'Begin again with your password.': 'Beginnen Sie mit Ihrem Passwort von vorn.',
  'The passkey was not accepted.': 'Der Passkey wurde nicht angenommen.',
  'Try again, or use your password.': 'Versuchen Sie es noch einmal oder nehmen Sie Ihr Passwort.',
  'The link to go on with your sign-up is not valid any more.': 'Der Link, mit dem es mit der Registrierung weitergeht, gilt nicht mehr.',
  'Type your address again to get a new one.': 'Geben Sie Ihre Adresse noch einmal ein, dann kommt ein neuer.',
  'The link to a new password is not valid any more.': 'Der Link zu einem neuen Passwort gilt nicht mehr.',
  'Ask for a new one.': 'Fordern Sie einen neuen an.',
  'The code is not right, or it has run out.': 'Der Code stimmt nicht oder ist abgelaufen.',
  'Type the newest code from your mail, or have another one sent.':
    'Geben Sie den neuesten Code aus Ihrer E-Mail ein oder lassen Sie sich einen weiteren senden.',
  'This needs the code that is sent to your mail address.': 'Dafür braucht es den Code, der an Ihre E-Mail-Adresse geht.',
  'Have a code sent, and type it in.': 'Lassen Sie sich einen Code senden und geben Sie ihn ein.',
  'The set-up link is not valid any more.': 'Der Link zur Einrichtung gilt nicht mehr.',
  'Use the newest link; the operator makes another one with cs service setup-link.':
    'Nehmen Sie den neuesten Link; einen weiteren macht der Betreiber mit cs service setup-link.',
  'There are not enough credits.': 'Das Guthaben reicht nicht.',
  'Ask the account owner to add credits.': 'Bitten Sie den Inhaber des Kontos um mehr Credits.',
  'The account is not approved.': 'Das Konto ist nicht freigegeben.',
  'Wait until the operator has approved the account.': 'Warten Sie, bis der Betreiber das Konto freigegeben hat.',
  'Your role does not allow this.': 'Ihre Rolle lässt das nicht zu.',
  'Ask an owner of the account.': 'Fragen Sie einen Inhaber des Kontos.',
  'The request comes from another site.': 'Die Anfrage kommt von einer anderen Website.',
  'Use the console from its own address.': 'Öffnen Sie die Konsole unter ihrer eigenen Adresse.',
  'This needs you to show again that it is you, and that did not work.':
    'Sie müssen noch einmal zeigen, dass Sie es sind, und das gelang nicht.',
  'Try once more.': 'Versuchen Sie es noch einmal.',
  'This needs you to show again that it is you.': 'Sie müssen noch einmal zeigen, dass Sie es sind.',
  'Confirm with your password, a code or a passkey.': 'Bestätigen Sie mit Ihrem Passwort, einem Code oder einem Passkey.',
  'A second factor is required here.': 'Hier ist ein zweiter Faktor nötig.',
  'Set up an authenticator app or a passkey in the console, or show the one that you have.':
    'Richten Sie in der Konsole eine Authenticator-App oder einen Passkey ein, oder zeigen Sie den Faktor, den Sie haben.',
  'Your e-mail address is not confirmed yet.': 'Ihre E-Mail-Adresse ist noch nicht bestätigt.',
  'Choose a new password with the mailed link of “Forgot your password?”, or ask the operator to confirm the address.':
    'Wählen Sie mit dem Link aus „Passwort vergessen?“ ein neues Passwort, oder bitten Sie den Betreiber, die Adresse zu bestätigen.',
  'The invitation is for another e-mail address.': 'Die Einladung gilt einer anderen E-Mail-Adresse.',
  'Sign out and open the link again.': 'Melden Sie sich ab und öffnen Sie den Link noch einmal.',
  'This session has not looked the request up, or another one has since.':
    'Diese Sitzung hat die Anfrage nicht angesehen, oder seither tat es eine andere.',
  'Type the code again, here.': 'Geben Sie den Code hier noch einmal ein.',
  'This has to be signed with your passkey.': 'Das muss mit Ihrem Passkey unterschrieben werden.',
  'Approve it in the console, which asks for your passkey.': 'Geben Sie es in der Konsole frei; sie fragt nach Ihrem Passkey.',
  'The signature was not accepted.': 'Die Unterschrift wurde nicht angenommen.',
  'Look at the content again, and sign it anew.': 'Sehen Sie sich den Inhalt noch einmal an und unterschreiben Sie neu.',
  'This has to be signed with a passkey, and you have none.': 'Das muss mit einem Passkey unterschrieben werden, und Sie haben keinen.',
  'Add a passkey under Security (/settings/security in the console), then approve it again.':
    'Richten Sie unter Sicherheit einen Passkey ein (/settings/security in der Konsole) und geben Sie es dann noch einmal frei.',
  'Whoever has words in it may not approve it here.': 'Wer Worte darin hat, darf es hier nicht freigeben.',
  'Ask another approver of the account.': 'Bitten Sie einen anderen Freigebenden des Kontos.',
  'There is nothing here by that name.': 'Unter diesem Namen gibt es hier nichts.',
  'Check the identifier; what belongs to another workspace is not shown.':
    'Prüfen Sie den Namen; was zu einem anderen Arbeitsbereich gehört, wird nicht gezeigt.',
  'This sign-in at the platform is not open any more.': 'Diese Anmeldung beim Netzwerk ist nicht mehr offen.',
  'Begin again on the connections page.': 'Beginnen Sie auf der Seite der Verbindungen von vorn.',
  'This link does not work any more.': 'Dieser Link funktioniert nicht mehr.',
  'Ask whoever sent it to you for a new one.': 'Bitten Sie um einen neuen, wo Sie ihn herhaben.',
  'The invitation is not valid any more.': 'Die Einladung gilt nicht mehr.',
  'Ask whoever invited you for a new link.': 'Bitten Sie um einen neuen Link, wer Sie eingeladen hat.',
  'Nothing can be paid here.': 'Bezahlt werden kann hier nichts.',
  'Ask the operator to add credits.': 'Bitten Sie den Betreiber um Credits.',
  'No mail can be sent from here.': 'Von hier kann keine E-Mail gesendet werden.',
  'Ask the operator to set SMTP_URL and MAIL_FROM.': 'Bitten Sie den Betreiber, SMTP_URL und MAIL_FROM zu setzen.',
  'The current state does not allow this.': 'Der jetzige Stand lässt das nicht zu.',
  'Read it again and use one of its allowed_actions.': 'Sehen Sie noch einmal nach und tun Sie etwas, das erlaubt ist (allowed_actions).',
  'The content has changed since it was shown.': 'Der Inhalt hat sich geändert, seit er gezeigt wurde.',
  'Look at the current content and decide again.': 'Sehen Sie sich den jetzigen Inhalt an und entscheiden Sie noch einmal.',
  'A decision has already been made.': 'Entschieden ist schon.',
  'Read the approval again.': 'Sehen Sie sich die Freigabe noch einmal an.',
  'An account needs an owner.': 'Ein Konto braucht einen Inhaber.',
  'Make somebody else an owner first.': 'Machen Sie zuerst jemand anderen zum Inhaber.',
  'Somebody has changed the settings meanwhile.': 'Inzwischen hat jemand die Einstellungen geändert.',
  'Look at them as they are now, and change them again.': 'Sehen Sie sich an, wie sie jetzt sind, und ändern Sie sie noch einmal.',
  'A draft has this picture.': 'Ein Entwurf hat dieses Bild.',
  'Take it out of the draft first; one that people were asked about stays.':
    'Nehmen Sie es zuerst aus dem Entwurf; worum Menschen gebeten wurden, das bleibt.',
  'This exists already.': 'Das gibt es schon.',
  'Use the existing one.': 'Nehmen Sie, was es gibt.',
  'The draft has a newer revision.': 'Vom Entwurf gibt es eine neuere Fassung.',
  'Read it again and send its revision in If-Match.': 'Sehen Sie ihn noch einmal an (und senden Sie seine Fassung in If-Match).',
  'The body is larger than is taken here.': 'Das ist mehr, als hier angenommen wird.',
  'Send no more at once than the message says.': 'Senden Sie nicht mehr auf einmal, als in der Meldung steht.',
  'The request does not fit the schema.': 'Die Anfrage passt nicht in das Schema.',
  'Correct the fields named in errors[].': 'Berichtigen Sie die Felder, die in errors[] stehen.',
  'This is not a picture that can be posted.': 'Das ist kein Bild, das veröffentlicht werden kann.',
  'Send a JPEG, PNG, WebP or GIF that stands still, of at most 20 MiB and 50 million pixels.':
    'Senden Sie ein unbewegtes JPEG, PNG, WebP oder GIF von höchstens 20 MiB und 50 Millionen Pixeln.',
  'The picture could not be fetched.': 'Das Bild konnte nicht geholt werden.',
  'Check that the address is public and leads to the file itself, of at most 20 MiB; or send the file to POST /v1/media.':
    'Prüfen Sie, ob die Adresse öffentlich ist und zur Datei selbst führt, höchstens 20 MiB; oder senden Sie die Datei (POST /v1/media).',
  'This address is not called from here.': 'Diese Adresse wird von hier nicht aufgerufen.',
  'Name a server of the public internet, by its https:// address. One on a network of your own has to be opened by the operator (OUTBOUND_PRIVATE_ADDRESSES).':
    'Nennen Sie einen Server im öffentlichen Internet mit seiner https://-Adresse. Einen im eigenen Netz muss der Betreiber öffnen (OUTBOUND_PRIVATE_ADDRESSES).',
  'Reading this text takes more work than one request may ask for.':
    'Diesen Text zu lesen macht mehr Arbeit, als eine Anfrage verlangen darf.',
  'Shorten the text, or send it with fewer links, tags, line breaks or platforms at once.':
    'Kürzen Sie den Text, oder nehmen Sie weniger Links, Tags, Zeilenumbrüche oder Netzwerke auf einmal.',
  'Too many requests.': 'Zu viele Anfragen.',
  'Wait for the time in Retry-After.': 'Warten Sie so lange, wie Retry-After sagt.',
  'The service made a mistake.': 'Der Dienst hat einen Fehler gemacht.',
  'Try again; if it stays, report the request id to the operator.':
    'Versuchen Sie es noch einmal; wenn es bleibt, nennen Sie dem Betreiber die Nummer der Anfrage.',
  'The network refuses this service itself.': 'Das Netzwerk lehnt diesen Dienst selbst ab.',
  'Your account is fine. The operator knows; try again later.':
    'Mit Ihrem Konto ist alles in Ordnung. Der Betreiber weiß davon; versuchen Sie es später.',
  'The payment page could not be opened.': 'Die Seite zum Bezahlen ließ sich nicht öffnen.',
  'Nothing was paid. Try again in a minute.': 'Bezahlt wurde nichts. Versuchen Sie es in einer Minute noch einmal.',
  'More is being asked of the service than it can do at once.': 'Vom Dienst wird mehr verlangt, als er auf einmal leisten kann.',
  'Send it again after the time in Retry-After; with the same Idempotency-Key it takes effect once.':
    'Versuchen Sie es gleich noch einmal (nach Retry-After; mit demselben Idempotency-Key wirkt es einmal).',
  'The service has no room left to keep anything.': 'Der Dienst hat keinen Platz mehr, etwas aufzubewahren.',
  'Send it again after the time in Retry-After; the operator has to make room on its disk.':
    'Versuchen Sie es später noch einmal (nach Retry-After); der Betreiber muss auf seiner Platte Platz schaffen.',
  'The database cannot be reached.': 'Die Datenbank ist nicht zu erreichen.',
};

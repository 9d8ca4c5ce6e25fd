import type { Translation } from '../translation.ts';

/** What the gates say, `publishing/gates`. */
export const gates: Translation = {
  'The operator has signed every launch step.': 'Der Betreiber hat alle Schritte zum Start unterschrieben.',
  'The sandbox publishes before the launch too.': 'Die Sandbox veröffentlicht auch vor dem Start.',
  'The service has not been launched: one launch step is not signed yet.':
    'Der Dienst ist noch nicht gestartet: Ein Schritt zum Start ist noch nicht unterschrieben.',
  'The service has not been launched: {1} launch steps are not signed yet.':
    'Der Dienst ist noch nicht gestartet: {1} Schritte zum Start sind noch nicht unterschrieben.',
  'The operator signs the launch steps; until then, publish to the sandbox.':
    'Der Betreiber unterschreibt die Schritte zum Start; bis dahin bleibt die Sandbox.',
  'The operator has stopped publishing for the whole service.': 'Der Betreiber hat das Veröffentlichen für alle angehalten.',
  'The operator has stopped publishing for the whole service: {1}': 'Der Betreiber hat das Veröffentlichen für alle angehalten: {1}',
  'Nothing is to be done; it goes on by itself once the operator resumes the service.':
    'Zu tun ist nichts; es geht von selbst weiter, sobald der Betreiber wieder freigibt.',
  'The service was restored from a backup of {1}; nothing is published until the operator releases it.':
    'Der Dienst wurde aus einer Sicherung vom {1} wiederhergestellt, und nichts geht hinaus, bevor der Betreiber ihn freigibt.',
  'The operator releases it with "cs restore release" once it is clear what went out since then.':
    'Der Betreiber gibt ihn mit „cs restore release“ frei, sobald klar ist, was seither hinausging.',

  'The account is approved.': 'Das Konto ist freigegeben.',
  'The account has not been approved yet.': 'Das Konto ist noch nicht freigegeben.',
  'The operator approves the account.': 'Der Betreiber gibt das Konto frei.',
  'The account is suspended.': 'Das Konto ist gesperrt.',
  'An owner of the account asks the operator why.': 'Ein Inhaber des Kontos fragt den Betreiber nach dem Grund.',

  'The grant of {1} allows it.': 'Der Zugang von {1} erlaubt es.',
  'A person of the account asked for it.': 'Ein Mensch des Kontos hat es erbeten.',
  'The grant of {1} is paused.': 'Der Zugang von {1} ist pausiert.',
  'An owner of the account resumes it.': 'Ein Inhaber des Kontos gibt ihn wieder frei.',
  'The grant of {1} has not been given yet.': 'Der Zugang von {1} wurde noch nicht gewährt.',
  'An owner of the account gives it.': 'Ein Inhaber des Kontos gewährt ihn.',
  'The grant of {1} has expired.': 'Der Zugang von {1} ist abgelaufen.',
  'The grant of {1} has been revoked.': 'Der Zugang von {1} wurde entzogen.',
  'An owner of the account grants access again, or a person submits the draft.':
    'Ein Inhaber des Kontos gewährt den Zugang neu, oder ein Mensch reicht den Entwurf ein.',
  'The grant of {1} lacks the scope {2}.': 'Dem Zugang von {1} fehlt das Recht {2}.',
  'An owner of the account grants {1}, or a person submits the draft.':
    'Ein Inhaber des Kontos gewährt {1}, oder ein Mensch reicht den Entwurf ein.',
  'The workspace does not allow publishing without approval.': 'Der Arbeitsbereich lässt nichts ohne Freigabe hinaus.',
  'Submit the draft for approval, or an owner changes the policy.':
    'Reichen Sie den Entwurf zur Freigabe ein, oder ein Inhaber ändert die Regel.',
  'The grant of {1} publishes to the sandbox only.': 'Der Zugang von {1} veröffentlicht nur in der Sandbox.',
  'Publish to the sandbox, an owner grants access to live platforms, or a person submits the draft.':
    'Veröffentlichen Sie in der Sandbox, oder ein Inhaber gewährt den Zugang zu echten Netzwerken, oder ein Mensch reicht den Entwurf ein.',
  'The grant of {1} allows {2} publish jobs a day, and this is one more.':
    'Der Zugang von {1} erlaubt {2} Beiträge am Tag, und dies ist einer mehr.',
  'Cancel it and queue it again on another day, or an owner of the account raises the limit.':
    'Rufen Sie ihn zurück und stellen Sie ihn an einem anderen Tag neu ein, oder ein Inhaber des Kontos hebt die Grenze an.',
  'The grant of {1} allows {2} credits a month; {3} are used and this needs {4}.':
    'Der Zugang von {1} erlaubt {2} Credits im Monat; {3} sind verbraucht, und dies braucht {4}.',
  'Wait for the next month, or an owner of the account raises the limit.':
    'Warten Sie auf den nächsten Monat, oder ein Inhaber des Kontos hebt die Grenze an.',
  'The requester no longer exists.': 'Wer es erbeten hat, ist nicht mehr da.',
  'An owner or approver of the account submits the draft again.': 'Ein Inhaber oder Freigebender des Kontos reicht den Entwurf neu ein.',
  'Only an agent may publish without approval.': 'Nur ein Agent darf ohne Freigabe veröffentlichen.',
  'The requester may no longer publish for this account.': 'Wer es erbeten hat, darf für dieses Konto nicht mehr veröffentlichen.',
  'This workspace is archived.': 'Dieser Arbeitsbereich ist weggelegt.',
  'An owner of the account takes it back into use, and resumes it.':
    'Ein Inhaber des Kontos nimmt ihn wieder in Gebrauch und setzt das Veröffentlichen fort.',
  'Publishing is paused for this workspace.': 'Das Veröffentlichen ist für diesen Arbeitsbereich pausiert.',
  'An owner of the account resumes it; then it goes on by itself.': 'Ein Inhaber des Kontos setzt es fort; dann geht es von selbst weiter.',

  'Exactly this content was approved.': 'Genau dieser Inhalt wurde freigegeben.',
  'Exactly this content was approved, and signed with a passkey.':
    'Genau dieser Inhalt wurde freigegeben und mit einem Passkey unterschrieben.',
  'This goes out without a person, as grant and workspace allow.':
    'Dies geht ohne einen Menschen hinaus, wie es Zugang und Arbeitsbereich erlauben.',
  'Approved by {1}, which ends on {2}.': 'Es geht nach {1} hinaus; das gilt bis {2}.',
  'It does not go out by {1}: {2}.': 'Es geht nicht nach {1} hinaus: {2}.',
  'People are asked instead; an owner or approver of the account decides.':
    'Stattdessen werden Menschen gefragt; ein Inhaber oder Freigebender des Kontos entscheidet.',
  'This content needs approval.': 'Ein Mensch muss diesen Inhalt freigeben.',
  '{1} more people must approve this content.': 'Noch {1} Menschen müssen diesen Inhalt freigeben.',
  'The people of {1} have to approve this content.': 'Die Menschen der Stufe {1} müssen diesen Inhalt freigeben.',
  'This content needs the approval of a client: {1}.': 'Ein Kunde muss diesen Inhalt freigeben: {1}.',
  'A client decides by the link they were sent; an owner shares it with them in the console.':
    'Ein Kunde entscheidet über den Link, den er bekam; ein Inhaber teilt ihn in der Konsole.',
  'An owner or approver of the account decides in the console.': 'Ein Inhaber oder Freigebender des Kontos entscheidet in der Konsole.',
  'An owner or approver of the account decides in the console, and signs with a passkey.':
    'Ein Inhaber oder Freigebender des Kontos entscheidet in der Konsole und unterschreibt mit einem Passkey.',
  'Approval has not been requested yet.': 'Noch wurde niemand um Freigabe gebeten.',
  'Submit the draft for approval.': 'Reichen Sie den Entwurf zur Freigabe ein.',
  '{1} holds it back: “{2}”': '{1} hält es zurück: „{2}“',
  'An owner or approver of the account releases it in the console; nothing is to be submitted again for that.':
    'Ein Inhaber oder Freigebender des Kontos lässt es in der Konsole los; neu einzureichen ist dafür nichts.',
  'It says that it was approved, and a signature that this needs is not there or does not hold.':
    'Es heißt, es sei freigegeben, doch eine nötige Unterschrift fehlt oder gilt nicht.',
  'Submit the draft again; an owner or approver of the account then signs it in the console.':
    'Reichen Sie den Entwurf neu ein; ein Inhaber oder Freigebender des Kontos unterschreibt ihn dann in der Konsole.',
  'The content was rejected.': 'Der Inhalt wurde abgelehnt.',
  'Change the draft and submit it again.': 'Ändern Sie den Entwurf und reichen Sie ihn neu ein.',
  'Changes were asked for.': 'Änderungen wurden erbeten.',
  'Change the draft as the comment says; it is submitted again.':
    'Ändern Sie den Entwurf, wie es im Kommentar steht; er wird neu eingereicht.',
  'The content has changed since approval was asked for.': 'Der Inhalt hat sich geändert, seit um Freigabe gebeten wurde.',
  'The content is not what approval was asked for.': 'Der Inhalt ist nicht der, für den um Freigabe gebeten wurde.',
  'The content has changed since it was queued.': 'Der Inhalt hat sich geändert, seit er eingestellt wurde.',
  'Queue the draft again.': 'Stellen Sie den Entwurf neu ein.',
  'The approval has expired.': 'Die Freigabe ist abgelaufen.',
  'Submit the draft again.': 'Reichen Sie den Entwurf neu ein.',
  'Not decided or not published in time.': 'Niemand hat rechtzeitig entschieden, oder es ging nicht rechtzeitig hinaus.',
  'A person has said no to these words before.': 'Ein Mensch hat zu diesen Worten schon einmal Nein gesagt.',
  'It was called off.': 'Es wurde zurückgerufen.',
  'Nothing is to be done. Submit the draft again only if a person asks for it.':
    'Zu tun ist nichts. Reichen Sie den Entwurf nur neu ein, wenn ein Mensch darum bittet.',
  'The draft was put away.': 'Der Entwurf wurde weggelegt.',
  'Nothing is to be done. Make a new draft only if a person asks for it.':
    'Zu tun ist nichts. Machen Sie nur dann einen neuen Entwurf, wenn ein Mensch darum bittet.',
  'Another publish job replaced this one.': 'Ein anderer Auftrag ist an die Stelle von diesem getreten.',
  'Follow {1}, which is _links.current_job; nothing is to be submitted again.':
    'Folgen Sie {1} (_links.current_job); neu einzureichen ist nichts.',

  'The account is connected.': 'Das Konto ist verbunden.',
  'All {1} accounts are connected.': 'Alle {1} Konten sind verbunden.',
  '{1} on {2}': '{1} bei {2}',
  'The draft goes nowhere: it names no platform.': 'Der Entwurf geht nirgendwohin: Er nennt kein Netzwerk.',
  'Name at least one platform in the draft.': 'Nennen Sie im Entwurf mindestens ein Netzwerk.',
  'The service prepares words for {1}, but cannot publish there.':
    'Der Dienst bereitet Worte für {1} vor, kann dort aber nicht veröffentlichen.',
  'Take {1} out of the draft, and carry its words over by hand.': 'Nehmen Sie {1} aus dem Entwurf, und übertragen Sie die Worte von Hand.',
  '{1} on {2} was connected after this request, and is not part of it.':
    '{1} bei {2} wurde verbunden, nachdem dies erbeten war, und gehört nicht dazu.',
  'Submit the draft again to ask for approval with it; where the rest is out already, retry the job.':
    'Reichen Sie den Entwurf neu ein, um mit diesem Konto um Freigabe zu bitten; ist der Rest schon draußen, versuchen Sie es beim Auftrag erneut.',
  'It will be published without {1}: {2}': 'Es geht ohne {1} hinaus: {2}',
  'No {1} account is connected.': 'Bei {1} ist kein Konto verbunden.',
  'An owner of the account connects one on {1}.': 'Ein Inhaber des Kontos verbindet ein Konto bei {1}.',
  '{1} was disconnected.': '{1} wurde getrennt.',
  'An owner of the account connects it again, or submit the draft again without it.':
    'Ein Inhaber des Kontos verbindet es wieder, oder Sie reichen den Entwurf ohne es neu ein.',
  '{1} does not let the service in any more.': '{1} lässt den Dienst nicht mehr hinein.',
  'The connection to {1} does not work.': 'Die Verbindung zu {1} funktioniert nicht.',
  'An owner of the account connects it again.': 'Ein Inhaber des Kontos verbindet es neu.',

  'Every payload fits its platform.': 'Jeder Beitrag passt in sein Netzwerk.',
  'The service has no platform {1} any more.': 'Der Dienst kennt das Netzwerk {1} nicht mehr.',
  'Take the platform out of the draft.': 'Nehmen Sie das Netzwerk aus dem Entwurf.',
  '{1} has other limits than when this was prepared: {2}': '{1} hat andere Grenzen als damals, als dies vorbereitet wurde: {2}',
  'Then submit the draft again for a new approval.':
    'Bereiten Sie ihn dann neu vor: Reichen Sie den Entwurf ein, und er wird neu freigegeben.',
  'The post does not fit {1}: {2}': 'Der Beitrag passt nicht in {1}: {2}',
  'The {1} payload has not been prepared.': 'Der Beitrag für {1} ist noch nicht vorbereitet.',
  'Submit the draft, or prepare its payloads.': 'Reichen Sie den Entwurf ein, oder bereiten Sie seine Beiträge vor.',
  '{1} (and {2} more)': '{1} (und {2} weitere)',

  'The safety checks found nothing.': 'Die Prüfungen haben nichts gefunden.',
  'A person let this go out: {1}': 'Ein Mensch hat dies hinausgelassen: {1}',
  'It is {1}.': 'Es steht {1}.',
  'Change the text, then submit the draft again; or an owner or approver lifts it, with a reason.':
    'Ändern Sie den Text und reichen Sie den Entwurf neu ein; oder ein Inhaber oder Freigebender hebt es mit einer Begründung auf.',

  'The credits are set aside already.': 'Die Credits sind schon zurückgelegt.',
  '1 publication credit is': '1 Credit wird',
  '{1} publication credits are': '{1} Credits werden',
  '1 autoposting credit is': '1 Autopost-Credit wird',
  '{1} autoposting credits are': '{1} Autopost-Credits werden',
  '{1}, {2} available.': '{1}, {2} verfügbar.',
  '{1} needed': '{1} gebraucht',
  '{1} needed (surcharge: {2})': '{1} gebraucht (Aufpreis: {2})',
  '{1} for {2}': '{1} für {2}',
  "{1}, and the workspace's budget is {2} a month.": '{1}, und das Budget des Arbeitsbereichs beträgt {2} im Monat.',
  "{1}, and {2} of {3} are left of the workspace's budget for this month.":
    '{1}, und vom Budget des Arbeitsbereichs sind diesen Monat noch {2} von {3} übrig.',
  "{1} of {2} are left of this month's budget.": 'Vom Budget dieses Monats sind noch {1} von {2} übrig.',
  'An owner of the account raises the monthly budget under Credits, or a person leaves networks out.':
    'Ein Inhaber des Kontos hebt das Monatsbudget unter Guthaben an, oder ein Mensch lässt Netzwerke weg.',
  'It goes on by itself on {1}, or as soon as an owner of the account raises the monthly budget under Credits.':
    'Es geht von selbst weiter am {1}, oder sobald ein Inhaber des Kontos das Monatsbudget unter Guthaben anhebt.',
  'An owner of the account asks for an API publication pack (70 publications), or waits for the next month of the plan.':
    'Ein Inhaber des Kontos holt ein API-Paket (70 Veröffentlichungen) oder wartet auf den nächsten Monat des Plans.',
  'An owner of the account asks for an API autoposting top-up (125 autopostings).':
    'Ein Inhaber des Kontos holt eine Autopost-Aufladung (125 Autoposts).',

  'It will be published as soon as the other gates pass.': 'Es geht hinaus, sobald alles andere erfüllt ist.',
  'The scheduled time has come.': 'Der geplante Zeitpunkt ist da.',
  'It is scheduled for {1}.': 'Es ist für {1} geplant.',
  'It is scheduled for {1}, in quiet hours; it will be published on {2}.':
    'Es ist für {1} geplant, und das liegt in der Ruhezeit; hinaus geht es am {2}.',
  'Quiet hours: nothing is published before {1}.': 'Ruhezeit: Vor {1} geht nichts hinaus.',
  'Nothing is to be done; it starts by itself.': 'Zu tun ist nichts; es beginnt von selbst.',
  'An owner can change the quiet hours in the settings.': 'Ein Inhaber kann die Ruhezeit in den Einstellungen ändern.',
  '{1} takes no more posts of {2} before {3}: its own limit is reached.':
    '{1} nimmt von {2} vor {3} keine Beiträge mehr: Die dortige Grenze ist erreicht.',
  '{1} is rate-limiting {2}: nothing is sent before {3}.': '{1} hat um eine Pause gebeten; vor {3} geht nichts zu {2}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}; it is tried again at {3}.':
    '{1} lässt diesen Dienst derzeit nicht hinein. Mit {2} ist alles in Ordnung; der nächste Versuch ist am {3}.',
  'No action needed: the operator was notified, and it will be published automatically.':
    'Hier ist nichts zu tun: Der Betreiber weiß davon, und es geht von selbst hinaus.',

  'It was met when this was sent.': 'Es war erfüllt, als dies gesendet wurde.',
  'The job has ended.': 'Der Auftrag ist beendet.',
};

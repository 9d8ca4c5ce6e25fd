import type { Translation } from '../translation.ts';

/** What the gates say, `publishing/gates`. */
export const gates: Translation = {
  'The operator has signed every launch step.': 'L’opérateur a signé toutes les étapes du lancement.',
  'The sandbox publishes before the launch too.': 'La sandbox publie même avant le lancement.',
  'The service has not been launched: one launch step is not signed yet.':
    'Le service n’est pas lancé : une étape du lancement n’est pas encore signée.',
  'The service has not been launched: {1} launch steps are not signed yet.':
    'Le service n’est pas lancé : {1} étapes du lancement ne sont pas encore signées.',
  'The operator signs the launch steps; until then, publish to the sandbox.':
    'L’opérateur signe les étapes du lancement ; d’ici là, publiez dans la sandbox.',
  'The operator has stopped publishing for the whole service.': 'L’opérateur a arrêté la publication pour tout le service.',
  'The operator has stopped publishing for the whole service: {1}': 'L’opérateur a arrêté la publication pour tout le service : {1}',
  'Nothing is to be done; it goes on by itself once the operator resumes the service.':
    'Il n’y a rien à faire ; cela reprend tout seul dès que l’opérateur rétablit la publication.',
  'The service was restored from a backup of {1}; nothing is published until the operator releases it.':
    'Le service a été restauré à partir d’une sauvegarde du {1}, et rien ne part avant que l’opérateur ne l’ait libéré.',
  'The operator releases it with "cs restore release" once it is clear what went out since then.':
    'L’opérateur le libère avec « cs restore release » dès que l’on sait ce qui est parti depuis.',

  'The account is approved.': 'Le compte est approuvé.',
  'The account has not been approved yet.': 'Le compte n’est pas encore approuvé.',
  'The operator approves the account.': 'L’opérateur approuve le compte.',
  'The account is suspended.': 'Le compte est suspendu.',
  'An owner of the account asks the operator why.': 'Un propriétaire du compte en demande la raison à l’opérateur.',

  'The grant of {1} allows it.': 'L’accès de {1} le permet.',
  'A person of the account asked for it.': 'Une personne du compte l’a demandé.',
  'The grant of {1} is paused.': 'L’accès de {1} est en pause.',
  'An owner of the account resumes it.': 'Un propriétaire du compte le rétablit.',
  'The grant of {1} has not been given yet.': 'L’accès de {1} n’a pas encore été donné.',
  'An owner of the account gives it.': 'Un propriétaire du compte le donne.',
  'The grant of {1} has expired.': 'L’accès de {1} a expiré.',
  'The grant of {1} has been revoked.': 'L’accès de {1} a été révoqué.',
  'An owner of the account grants access again, or a person submits the draft.':
    'Un propriétaire du compte redonne l’accès, ou une personne soumet le brouillon.',
  'The grant of {1} lacks the scope {2}.': 'Il manque à l’accès de {1} le droit {2}.',
  'An owner of the account grants {1}, or a person submits the draft.':
    'Un propriétaire du compte accorde {1}, ou une personne soumet le brouillon.',
  'The workspace does not allow publishing without approval.': 'L’espace de travail ne laisse rien partir sans approbation.',
  'Submit the draft for approval, or an owner changes the policy.':
    'Soumettez le brouillon pour approbation, ou un propriétaire change la règle.',
  'The grant of {1} publishes to the sandbox only.': 'L’accès de {1} ne publie que dans la sandbox.',
  'Publish to the sandbox, an owner grants access to live platforms, or a person submits the draft.':
    'Publiez dans la sandbox, ou un propriétaire donne accès aux vrais réseaux, ou une personne soumet le brouillon.',
  'The grant of {1} allows {2} publish jobs a day, and this is one more.':
    'L’accès de {1} permet {2} posts par jour, et celui-ci est de trop.',
  'Cancel it and queue it again on another day, or an owner of the account raises the limit.':
    'Annulez l’envoi et redemandez-le un autre jour, ou un propriétaire du compte relève la limite.',
  'The grant of {1} allows {2} credits a month; {3} are used and this needs {4}.':
    'L’accès de {1} permet {2} crédits par mois ; {3} sont utilisés et il en faut ici {4}.',
  'Wait for the next month, or an owner of the account raises the limit.':
    'Attendez le mois prochain, ou un propriétaire du compte relève la limite.',
  'The requester no longer exists.': 'La personne ou l’agent qui l’a demandé n’est plus là.',
  'An owner or approver of the account submits the draft again.':
    'Un propriétaire ou un approbateur du compte soumet de nouveau le brouillon.',
  'Only an agent may publish without approval.': 'Seul un agent peut publier sans approbation.',
  'The requester may no longer publish for this account.': 'Qui l’a demandé n’a plus le droit de publier pour ce compte.',
  'This workspace is archived.': 'Cet espace de travail est archivé.',
  'An owner of the account takes it back into use, and resumes it.':
    'Un propriétaire du compte le remet en service et reprend la publication.',
  'Publishing is paused for this workspace.': 'La publication est en pause pour cet espace de travail.',
  'An owner of the account resumes it; then it goes on by itself.': 'Un propriétaire du compte la reprend ; la suite se fait toute seule.',

  'Exactly this content was approved.': 'Exactement ce contenu a été approuvé.',
  'Exactly this content was approved, and signed with a passkey.': 'Exactement ce contenu a été approuvé, et signé avec une passkey.',
  'This goes out without a person, as grant and workspace allow.':
    'Ceci part sans qu’une personne décide, comme l’accès et l’espace de travail le permettent.',
  'Approved by {1}, which ends on {2}.': 'Il part par {1}, valable jusqu’au {2}.',
  'It does not go out by {1}: {2}.': 'Il ne part pas par {1} : {2}.',
  'People are asked instead; an owner or approver of the account decides.':
    'On demande aux personnes à la place ; un propriétaire ou un approbateur du compte décide.',
  'This content needs approval.': 'Une personne doit approuver ce contenu.',
  '{1} more people must approve this content.': '{1} autres personnes doivent approuver ce contenu.',
  'The people of {1} have to approve this content.': 'Les personnes de l’étape {1} doivent approuver ce contenu.',
  'This content needs the approval of a client: {1}.': 'Un client doit approuver ce contenu : {1}.',
  'A client decides by the link they were sent; an owner shares it with them in the console.':
    'Un client décide par le lien qu’il a reçu ; un propriétaire le lui transmet depuis la console.',
  'An owner or approver of the account decides in the console.': 'Un propriétaire ou un approbateur du compte décide dans la console.',
  'An owner or approver of the account decides in the console, and signs with a passkey.':
    'Un propriétaire ou un approbateur du compte décide dans la console et signe avec une passkey.',
  'Approval has not been requested yet.': 'Aucune approbation n’a encore été demandée.',
  'Submit the draft for approval.': 'Soumettez le brouillon pour approbation.',
  '{1} holds it back: “{2}”': '{1} le retient : « {2} »',
  'An owner or approver of the account releases it in the console; nothing is to be submitted again for that.':
    'Un propriétaire ou un approbateur du compte le libère dans la console ; il n’y a rien à soumettre de nouveau.',
  'It says that it was approved, and a signature that this needs is not there or does not hold.':
    'Il est dit approuvé, mais une signature nécessaire manque ou n’est pas valable.',
  'Submit the draft again; an owner or approver of the account then signs it in the console.':
    'Soumettez de nouveau le brouillon ; un propriétaire ou un approbateur du compte le signe alors dans la console.',
  'The content was rejected.': 'Le contenu a été rejeté.',
  'Change the draft and submit it again.': 'Modifiez le brouillon et soumettez-le de nouveau.',
  'Changes were asked for.': 'Des modifications ont été demandées.',
  'Change the draft as the comment says; it is submitted again.':
    'Modifiez le brouillon comme le dit le commentaire ; il est soumis de nouveau.',
  'The content has changed since approval was asked for.': 'Le contenu a changé depuis que l’approbation a été demandée.',
  'The content is not what approval was asked for.': 'Le contenu n’est pas celui pour lequel l’approbation a été demandée.',
  'The content has changed since it was queued.': 'Le contenu a changé depuis sa mise en file d’attente.',
  'Queue the draft again.': 'Remettez le brouillon en file d’attente.',
  'The approval has expired.': 'L’approbation a expiré.',
  'Submit the draft again.': 'Soumettez de nouveau le brouillon.',
  'Not decided or not published in time.': 'Personne n’a décidé à temps, ou il n’est pas parti à temps.',
  'A person has said no to these words before.': 'Une personne a déjà dit non à ces mots.',
  'It was called off.': 'L’envoi a été annulé.',
  'Nothing is to be done. Submit the draft again only if a person asks for it.':
    'Il n’y a rien à faire. Ne soumettez de nouveau le brouillon que si une personne le demande.',
  'The draft was put away.': 'Le brouillon a été archivé.',
  'Nothing is to be done. Make a new draft only if a person asks for it.':
    'Il n’y a rien à faire. Ne faites un nouveau brouillon que si une personne le demande.',
  'Another publish job replaced this one.': 'Un autre envoi a pris la place de celui-ci.',
  'Follow {1}, which is _links.current_job; nothing is to be submitted again.':
    'Suivez {1} (_links.current_job) ; il n’y a rien à soumettre de nouveau.',

  'The account is connected.': 'Le compte est connecté.',
  'All {1} accounts are connected.': 'Les {1} comptes sont tous connectés.',
  '{1} on {2}': '{1} sur {2}',
  'The draft goes nowhere: it names no platform.': 'Le brouillon ne va nulle part : il ne nomme aucun réseau.',
  'Name at least one platform in the draft.': 'Nommez au moins un réseau dans le brouillon.',
  'The service prepares words for {1}, but cannot publish there.': 'Le service prépare le texte pour {1}, mais ne peut pas y publier.',
  'Take {1} out of the draft, and carry its words over by hand.': 'Retirez {1} du brouillon et reportez-y le texte à la main.',
  '{1} on {2} was connected after this request, and is not part of it.':
    '{1} sur {2} a été connecté après la demande et n’en fait pas partie.',
  'Submit the draft again to ask for approval with it; where the rest is out already, retry the job.':
    'Soumettez de nouveau le brouillon pour demander l’approbation avec ce compte ; si le reste est déjà publié, relancez l’envoi.',
  'It will be published without {1}: {2}': 'La publication part sans {1} : {2}',
  'No {1} account is connected.': 'Aucun compte {1} n’est connecté.',
  'An owner of the account connects one on {1}.': 'Un propriétaire du compte connecte un compte {1}.',
  '{1} was disconnected.': '{1} a été déconnecté.',
  'An owner of the account connects it again, or submit the draft again without it.':
    'Un propriétaire du compte le reconnecte, ou soumettez de nouveau le brouillon sans lui.',
  '{1} does not let the service in any more.': '{1} ne laisse plus entrer le service.',
  'The connection to {1} does not work.': 'La connexion à {1} ne fonctionne pas.',
  'An owner of the account connects it again.': 'Un propriétaire du compte le reconnecte.',

  'Every payload fits its platform.': 'Chaque post convient à son réseau.',
  'The service has no platform {1} any more.': 'Le service ne connaît plus le réseau {1}.',
  'Take the platform out of the draft.': 'Retirez le réseau du brouillon.',
  '{1} has other limits than when this was prepared: {2}': '{1} a d’autres limites que lorsque ceci a été préparé : {2}',
  'Then submit the draft again for a new approval.':
    'Préparez-le alors de nouveau : soumettez le brouillon, et il est approuvé de nouveau.',
  'The post does not fit {1}: {2}': 'Le post ne convient pas à {1} : {2}',
  'The {1} payload has not been prepared.': 'Le post pour {1} n’est pas encore préparé.',
  'Submit the draft, or prepare its payloads.': 'Soumettez le brouillon, ou préparez ses posts.',
  '{1} (and {2} more)': { one: '{1} (et {2} autre)', other: '{1} (et {2} autres)' },

  'The safety checks found nothing.': 'Les contrôles n’ont rien trouvé.',
  'A person let this go out: {1}': 'Une personne a laissé passer ceci : {1}',
  'It is {1}.': 'Cela se trouve {1}.',
  'Change the text, then submit the draft again; or an owner or approver lifts it, with a reason.':
    'Modifiez le texte, puis soumettez de nouveau le brouillon ; ou un propriétaire ou un approbateur lève le blocage, avec une raison.',

  'The credits are set aside already.': 'Les crédits sont déjà réservés.',
  '1 publication credit is': '1 crédit',
  '{1} publication credits are': '{1} crédits',
  '1 autoposting credit is': '1 crédit d’autopublication',
  '{1} autoposting credits are': '{1} crédits d’autopublication',
  '{1}, {2} available.': '{1} ; disponible : {2}.',
  '{1} needed': 'Il faut {1}',
  '{1} needed (surcharge: {2})': 'Il faut {1} (supplément : {2})',
  '{1} for {2}': '{1} pour {2}',
  "{1}, and the workspace's budget is {2} a month.": '{1}, et le budget de l’espace de travail est de {2} par mois.',
  "{1}, and {2} of {3} are left of the workspace's budget for this month.":
    '{1}, et il reste {2} sur {3} du budget de l’espace de travail pour ce mois-ci.',
  "{1} of {2} are left of this month's budget.": 'Il reste {1} sur {2} du budget de ce mois-ci.',
  'An owner of the account raises the monthly budget under Credits, or a person leaves networks out.':
    'Un propriétaire du compte relève le budget mensuel sous Crédits, ou une personne retire des réseaux.',
  'It goes on by itself on {1}, or as soon as an owner of the account raises the monthly budget under Credits.':
    'Cela reprend tout seul le {1}, ou dès qu’un propriétaire du compte relève le budget mensuel sous Crédits.',
  'An owner of the account asks for an API publication pack (70 publications), or waits for the next month of the plan.':
    'Un propriétaire du compte demande un pack de publications API (70 publications), ou attend le prochain mois du forfait.',
  'An owner of the account asks for an API autoposting top-up (125 autopostings).':
    'Un propriétaire du compte demande une recharge d’autopublication API (125 autopublications).',

  'It will be published as soon as the other gates pass.': 'Il part dès que tout le reste est rempli.',
  'The scheduled time has come.': 'L’heure prévue est venue.',
  'It is scheduled for {1}.': 'Il est prévu pour le {1}.',
  'It is scheduled for {1}, in quiet hours; it will be published on {2}.':
    'Il est prévu pour le {1}, pendant les heures calmes ; il part le {2}.',
  'Quiet hours: nothing is published before {1}.': 'Heures calmes : rien ne part avant le {1}.',
  'Nothing is to be done; it starts by itself.': 'Il n’y a rien à faire ; cela démarre tout seul.',
  'An owner can change the quiet hours in the settings.': 'Un propriétaire peut changer les heures calmes dans les paramètres.',
  '{1} takes no more posts of {2} before {3}: its own limit is reached.':
    '{1} n’accepte plus de posts de {2} avant le {3} : sa propre limite est atteinte.',
  '{1} is rate-limiting {2}: nothing is sent before {3}.': '{1} a demandé une pause ; rien ne part vers {2} avant le {3}.',
  '{1} does not let this service in at present. Nothing is wrong with {2}; it is tried again at {3}.':
    '{1} ne laisse pas entrer ce service en ce moment. Tout va bien avec {2} ; nouvel essai le {3}.',
  'No action needed: the operator was notified, and it will be published automatically.':
    'Il n’y a rien à faire ici : l’opérateur du service est prévenu, et cela part tout seul.',

  'It was met when this was sent.': 'C’était rempli au moment de l’envoi.',
  'The job has ended.': 'L’envoi est terminé.',
};

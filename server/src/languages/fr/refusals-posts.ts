import type { Translation } from '../translation.ts';

/** Refusals about drafts, approvals and what is sent. */
export const refusalsPosts: Translation = {
  'With this edit it would contain your text; another person must decide on it.':
    'Modifié, il contiendrait des mots de vous ; une autre personne doit décider.',
  'Only a person of the account decides; an agent never does.': 'Seule une personne du compte décide ; jamais un agent.',
  'Only an owner or approver of the account decides.': 'Seul un propriétaire ou un approbateur du compte décide.',
  'Only an owner of the account decides here.': 'Ici, seul un propriétaire du compte décide.',
  'Your e-mail address is not confirmed yet. Sign out and choose “Forgot your password?”: the mailed link confirms it. Without mail, ask the operator of this service to confirm it.':
    'Votre adresse e-mail n’est pas encore confirmée. Déconnectez-vous et choisissez « Mot de passe oublié ? » : le lien reçu par e-mail la confirme. Sans e-mail, demandez à l’opérateur de ce service de la confirmer.',
  'It contains text of yours; another person must decide on it.': 'Il contient des mots de vous ; une autre personne doit décider.',
  'It waits in {1}; others decide there.': 'Il attend à {1} ; d’autres y décident.',
  'An edit restarts it at the stage {1}, where others decide.': 'Modifié, il recommence à {1} ; d’autres y décident.',
  'The content has changed; see the latest request.': 'Le contenu a changé depuis ; regardez la demande la plus récente.',
  'The approval is expired; submit the draft again.': 'L’approbation a expiré ; soumettez de nouveau le brouillon.',
  'You have decided on this already.': 'Vous avez déjà décidé de ceci.',
  'The approval is {1} already.': 'L’approbation est déjà décidée (état : {1}).',
  'The content has changed; review it again.': 'Le contenu a changé depuis ; regardez-le de nouveau.',
  'An account shares at most {1} times an hour.': 'Un compte partage au plus {1} fois par heure.',
  'An account can send at most {1} links a day to one address.': 'Un compte n’envoie à personne plus de {1} liens par jour.',
  'To this address nothing more is sent today.': 'Plus rien n’est envoyé à cette adresse aujourd’hui.',
  'A code was just sent. Check your mail, or try again in 30 seconds.':
    'Un code vient d’être envoyé. Regardez vos e-mails, ou réessayez dans une demi-minute.',
  'Choose at least one post.': 'Choisissez au moins un post.',
  'Share at most {1} posts at once.': 'Partagez au plus {1} posts à la fois.',
  'Only posts of this workspace that were submitted for approval can be shared.':
    'Seuls les posts de cet espace de travail soumis pour approbation peuvent être partagés.',
  '{1} is a member, and decides at the desk.': '{1} est membre, et décide dans la console.',
  'The draft has no payloads yet, so there is nothing to decide on. Build them first.':
    'Rien du brouillon n’est encore préparé : il n’y a donc rien à décider. Préparez-le d’abord.',
  'What was signed is no statement of ours.': 'Ce qui a été signé n’est pas une de nos déclarations.',
  'The signature is about something else.': 'La signature porte sur autre chose.',
  'It was not made with a passkey of yours.': 'Elle n’a pas été faite avec une de vos passkeys.',
  'It was already used, has expired after five minutes, or belongs to another session.':
    'Elle a déjà servi, date de plus de cinq minutes ou n’a pas été demandée dans cette session.',
  'The browser’s answer is not whole.': 'La réponse du navigateur n’est pas complète.',
  'The signature was not accepted. {1}': 'La signature n’a pas été acceptée. {1}',
  'The signature has run out.': 'La signature a expiré.',
  '“{1}”, stage {2} of {3}': '« {1} », étape {2} sur {3}',
  'An action is written as "draft.created", or "draft" for all of them.':
    'Une action s’écrit « draft.created », ou « draft » pour toutes celles-là.',
  'There is no such thread about this draft.': 'Il n’y a pas de telle conversation sur ce brouillon.',
  'Only a person of the account, its agent or its client comments.': 'Seuls une personne du compte, son agent ou son client commentent.',
  'At most {1} people can be called at once.': 'Au plus {1} personnes peuvent être appelées à la fois.',
  'Only people of the account can be called.': 'Seules des personnes du compte peuvent être appelées.',
  'At most {1} comments of yours are kept about a draft.': 'Au plus {1} de vos commentaires sont conservés sur un brouillon.',
  'No more comments of agents and clients are kept about this draft.':
    'Plus aucun commentaire d’agents et de clients n’est conservé sur ce brouillon.',
  'At most {1} comments are kept about a draft.': 'Au plus {1} commentaires sont conservés sur un brouillon.',
  'At most {1} comments of yours an hour are taken about a draft.':
    'Au plus {1} de vos commentaires par heure sont acceptés sur un brouillon.',
  'The quoted words must not be longer than {1} characters.': 'Les mots cités ne doivent pas dépasser {1} caractères.',
  'The quote was not found; quote the current text exactly.':
    'Les mots cités ne s’y trouvent pas ; citez-les exactement tels qu’ils sont maintenant.',
  'The draft is at revision {1}, not {2} any more.': 'Le brouillon en est à la version {1}, et non plus à la {2}.',
  'the workspace has no posting slots': 'l’espace de travail n’a pas de créneaux',
  'no posting slot is free within a year': 'aucun créneau n’est libre d’ici un an',
  'There is no next slot: {1}. Name a time, or ask an owner to set slots in the settings.':
    'Il n’y a pas de prochain créneau : {1}. Indiquez une heure, ou demandez à un propriétaire de fixer des créneaux dans les paramètres.',
  'The note can only be changed before the decision; {1}.': 'La note est pour qui doit encore décider ; {1}.',
  'the draft is {1}': 'le brouillon est dans un autre état ({1})',
  'it is already decided': 'quelqu’un en a déjà décidé',
  'It is {1}; JPEG, PNG, WebP and GIF are taken.': 'C’est du {1} ; JPEG, PNG, WebP et GIF sont acceptés.',
  'It moves; only still pictures are taken.': 'Elle bouge ; seules les images fixes sont acceptées.',
  'It has no size.': 'Elle n’a pas de taille.',
  'It is damaged ({1}).': 'Elle est endommagée ({1}).',
  'This file is not a supported picture. {1}': 'Ce n’est pas une image que l’on peut publier. {1}',
  'This file is not a supported video. {1}': 'Ce n’est pas une vidéo que l’on peut publier. {1}',
  'It has no video track.': 'Elle n’a pas de piste vidéo.',
  'It has no size or no length.': 'Elle n’a pas de dimensions ou pas de durée.',
  'It is no MP4, MOV or WebM file, or it is damaged.': 'Ce n’est pas un fichier MP4, MOV ou WebM, ou il est endommagé.',
  'There is no such upload; an upload is kept for 24 hours.': 'Ce téléversement n’existe pas ; un téléversement est conservé 24 heures.',
  'The upload is not complete yet.': 'Le téléversement n’est pas encore complet.',
  'There are {1} uploads from the last 24 hours.': 'Il y a {1} téléversements des dernières 24 heures.',
  'Delete those that are no longer needed, or wait.': 'Supprimez ceux qui ne servent plus, ou attendez.',
  'The publish job is {1}; nothing of it is left to cancel.': 'Il n’y a plus rien à annuler de cet envoi (état : {1}).',
  'A publication of this draft is {1} already, so that the draft cannot be changed any more.':
    'Une publication de ce brouillon est déjà lancée (état : {1}) : le brouillon ne peut plus être modifié.',
  'The outcome of the publication is known: it is {1}. Only unknown outcomes can be settled or checked.':
    'On sait ce que la publication est devenue (état : {1}). Seul un résultat inconnu peut être tranché ou demandé.',
  'The edited content differs from what was shown; review it again.':
    'Les modifications donnent un autre contenu que celui qui a été montré ; regardez de nouveau.',
  'The draft is not for {1}; it is for {2}.': 'Le brouillon n’est pas pour {1} ; il est pour {2}.',
  'Only what is approved can be held.': 'Seul ce qui est approuvé peut être retenu.',
  'It is too late to hold it: nothing of it waits to be sent any more.':
    'Il est trop tard pour le retenir : plus rien n’en attend d’être envoyé.',
  'It is {1}, so there is nothing to release; see the latest request.':
    'Il n’y a plus rien à libérer (état : {1}) ; regardez la demande la plus récente.',
  'It contains text of yours and another person put it on hold; another person must release it.':
    'Il contient des mots de vous, et quelqu’un d’autre le retient ; une autre personne doit le libérer.',
  'Nothing of this draft waits; change its platforms instead.': 'Rien de ce brouillon n’attend ; changez plutôt ses réseaux.',
  'Its account works by now; there is nothing to leave out.': 'Son compte fonctionne désormais ; il n’y a rien à laisser de côté.',
  'It would go nowhere then. Connect an account, or put the draft away.':
    'Il n’irait alors nulle part. Connectez un compte, ou archivez le brouillon.',
  'The safety checks find no such thing in this content.': 'Les contrôles ne trouvent rien de tel dans ce contenu.',
  'Only a person lets a finding go out; an agent never does.': 'Seule une personne laisse partir ce qui a été trouvé ; jamais un agent.',
  'This finding is a warning; it stops nothing that would have to be lifted.':
    'Ceci est un avertissement ; il ne bloque rien qui serait à lever.',
  'It is {1}; its time cannot be changed.': 'Son heure ne peut pas être changée (état : {1}).',
  'The publish job is {1}; nothing of it can safely be tried again.': 'Rien de cet envoi ne peut être retenté sans risque (état : {1}).',
  'It was signed by another person.': 'Quelqu’un d’autre l’a signé.',
  'This cannot be signed beforehand: {1}.': 'Ceci ne peut pas être signé d’avance : {1}.',
  'The {1} is {2}; it cannot become {3}.': 'Ce n’est plus possible ({1} : de {2} à {3}).',
  'An agent calls no one by name: the people concerned are notified.':
    'Un agent n’appelle personne par son nom : les personnes concernées sont prévenues.',
  '“@{1}” could be {2}: write the whole name.': '« @{1} » peut être {2} : écrivez le nom entier.',
  'No one here is called “@{1}”: choose a name from the list, or leave out the @.':
    'Personne ici ne s’appelle « @{1} » : choisissez un nom dans la liste, ou retirez le @.',
  'You have not decided on this.': 'Vous n’avez pas voté sur cette demande.',
  'It is too late: it went out, or is being sent.': 'Il est trop tard : c’est publié, ou en cours d’envoi.',
};

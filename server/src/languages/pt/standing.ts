import type { Translation } from '../translation.ts';

/** Why a post does not go out by a standing approval, `approvals/standing`. */
export const standing: Translation = {
  'its time is over': 'o seu prazo acabou',
  'the workspace is paused': 'o espaço de trabalho está em pausa',
  'others than that agent have written it': 'outros além desse agente escreveram nela',
  'approval was requested for this draft before': 'já se perguntou a pessoas por este rascunho',
  'a person rejected this text before': 'uma pessoa já disse não a estas palavras',
  'the safety checks have found something': 'as verificações encontraram algo',
  'one post a day is the most': 'uma publicação por dia é o máximo',
  '{1} posts a day are the most': '{1} publicações por dia são o máximo',
  '{1} credits are the most, and {2} are used': '{1} créditos são o máximo, e foram usados {2}',
  'it goes to other accounts than were signed': 'vai para outras contas que não as assinadas',
  'the link is another': 'a ligação é outra',
  'the pictures are others': 'as imagens são outras',
  'its tags, its mentions or the card of its link are others': 'as suas etiquetas, menções ou o cartão da ligação são outros',
  'it has more or fewer parts than were signed': 'tem mais ou menos partes do que as assinadas',
  'it has “{1}”': 'lê-se “{1}”',
  'there is something else': 'está lá outra coisa',
  '{1} where {2} was signed': '{1}, onde se assinou isto: {2}',
  'nothing like it': 'nada parecido',
  'a number from {1} to {2}': 'um número de {1} a {2}',
  'one of {1}': 'um de {1}',
  'a date': 'uma data',
  'a time': 'uma hora',
  'the standing approval of {1}': 'a aprovação permanente de {1}',
  'the standing approval of a former member': 'a aprovação permanente de alguém que saiu',
  '{1} people have to approve here': 'aqui têm de aprovar {1} pessoas',
  'it is approved in stages here': 'aqui aprova-se por etapas',
  'self-approval is not allowed here, so each post needs review':
    'aqui ninguém aprova as próprias palavras, o que pede um olhar sobre cada uma',
  'it has ended': 'terminou',
  'the person who signed it is no longer an approver here': 'quem a assinou já não decide aqui',
  'its template allows combinations of words that no signed post had':
    'o modelo permite combinações de palavras que não aparecem em nenhuma publicação assinada',
  'no signed post has these words together: {1}': 'nenhuma publicação assinada contém estas palavras juntas: {1}',
  'the agent has no access any more': 'o agente já não tem acesso',
  'its signature does not hold': 'a sua assinatura não é válida',
  'approvals require a passkey signature here, and this one has none':
    'aqui cada aprovação tem de ser assinada com uma passkey, e esta não foi',
};

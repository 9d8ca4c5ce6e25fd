import type { Translation } from '../translation.ts';

/** What is left to do where the current state allows no more. */
export const remedies: Translation = {
  'There are no captions for {1} yet.': 'Ainda não há textos para {1}.',
  'Write them with POST /v1/captions, then try again.': 'Mande-os escrever (POST /v1/captions) e tente de novo.',
  'Nothing is to be done: it is tried again automatically.': 'Não há nada a fazer: é tentado de novo automaticamente.',
  'Nothing is to be done: the platform is asked whether it was published. Do not post it again meanwhile.':
    'Não há nada a fazer: pergunta-se à rede se foi publicado. Não publique de novo entretanto.',
  'Retry the publish job.': 'Repita a publicação.',
  'Ask an owner of the account to reconnect it in the console. The post is then published automatically.':
    'Peça a um proprietário da conta que a ligue de novo na consola. Depois, a publicação sai automaticamente.',
  'Only the operator can resolve this. The post is then published automatically.':
    'Só o operador pode resolver isto. Depois, a publicação sai automaticamente.',
  'A person has confirmed that it was not published. Create a new draft if it is still wanted.':
    'Uma pessoa confirmou que não foi publicado. Crie um rascunho novo se ainda for desejado.',
  'Ask a person to check whether it was published before you create a new draft.':
    'Peça a uma pessoa que verifique se foi publicado antes de criar um rascunho novo.',
  'A later publish job takes its place. Follow that one.': 'Uma publicação posterior toma o seu lugar. Siga essa.',
  'Read the publish job again in a minute.': 'Veja de novo daqui a um minuto.',
  'The platform refuses these words. Change the draft, then submit it again.':
    'A rede recusa este texto. Altere o rascunho e submeta-o de novo.',
  'The platform refuses these words. Create a new draft with other words for this platform.':
    'A rede recusa este texto. Crie um rascunho novo com outro texto para esta rede.',
  'Wait until its publish job has ended, then read the draft again.': 'Espere que a publicação termine e leia o rascunho de novo.',
  'What is published stays as it is. Create a new draft for another post.':
    'O que está publicado fica como está. Crie um rascunho novo para outra publicação.',
  'An archived draft stays archived. Create a new draft.': 'Um rascunho arquivado continua arquivado. Crie um novo.',
  'Change the draft, then submit it again.': 'Altere o rascunho e submeta-o de novo.',
  'The draft is {1} and cannot be changed.': 'O rascunho não pode ser alterado neste estado ({1}).',
  'The draft is at revision {1}; there is no revision {2} of it.': 'O rascunho está na versão {1}; não tem nenhuma versão {2}.',
  'Nothing is to be done. What is published stays published.': 'Não há nada a fazer. O que está publicado continua publicado.',
  'Nothing of it has failed. Read the publish job to see what it waits for.': 'Nada falhou. Veja por que espera a publicação.',
  'Nothing of it has failed. Create a new draft for another post.': 'Nada falhou. Crie um rascunho novo para outra publicação.',
  'Remove an endpoint that you no longer need, then add this one.': 'Remova um endereço de que já não precise e depois adicione este.',
  'Remove the endpoint.': 'Remova o endereço.',
  'Ask an owner of the account to restore the workspace.': 'Peça a um proprietário da conta que restaure o espaço de trabalho.',
  'Leave the note out; a comment on the draft still reaches people.':
    'Deixe a nota de fora; um comentário no rascunho continua a chegar às pessoas.',
  'Add no more comments to this draft. Reach the people another way.':
    'Não adicione mais comentários a este rascunho. Contacte as pessoas de outra forma.',
};

import type { Translation } from '../translation.ts';

/** What is told about a command that did otherwise than asked, and what stands for a name that is not known. */
export const told: Translation = {
  'The draft is published already; make a new one to publish again.': 'O rascunho já está publicado; faça um novo para publicar outra vez.',
  'The draft is out on some platforms already; what failed can be tried again by its publish job.':
    'O rascunho já saiu nalgumas redes; o que falhou pode ser tentado de novo pelo seu envio.',
  'The draft is on its way already.': 'O rascunho já está a caminho.',
  'This still needs approval: {1}': 'Mesmo assim, uma pessoa tem de aprovar isto: {1}',
  'This still needs approval: approval of this draft was requested before.':
    'Mesmo assim, uma pessoa tem de aprovar isto: já se perguntou a uma pessoa por este rascunho.',
  'a passkey signature is required here.': 'aqui tem de ser assinado com uma passkey.',
  'a person rejected this text before.': 'uma pessoa já disse que não a estas palavras.',
  'approval_required is true.': 'approval_required é true.',
  'publish_mode is approval_queue. Send auto to go without, where that is allowed.':
    'publish_mode é approval_queue. Envie auto para a dispensar, onde isso é permitido.',
  'only an agent with the scope publish:auto may go without.': 'só um agente com a permissão publish:auto a pode dispensar.',
  'the grant does not carry the scope publish:auto.': 'o acesso não tem a permissão publish:auto.',
  'the workspace does not allow publishing without approval.': 'o espaço de trabalho não deixa sair nada sem aprovação.',
  'No account on {1} has the name @{2}': 'Ninguém em {1} tem o nome @{2}',
  '{1} did not resolve the name @{2}': '{1} não disse de quem é o nome @{2}',
  '{1}: it stays plain text.': '{1}: fica como texto simples.',
  'The link card is published without a picture: {1}': 'O cartão da ligação sai sem imagem: {1}',
  'The page names a picture that could not be fetched or read, or that is too small.':
    'A página indica uma imagem que não foi possível obter ou ler, ou que é demasiado pequena.',
  'The link has no card: {1} The post is published with the address only.':
    'A ligação não tem cartão próprio: {1} A publicação sai só com o endereço.',
  'This workspace has used up what it may take of the language model within 24 hours. The words were taken from your text instead.':
    'Este espaço de trabalho esgotou o que pode usar do modelo de linguagem em 24 horas. As palavras foram tiradas do seu texto.',
  'The words for {1} were taken from your text instead.': 'As palavras para {1} foram tiradas do seu texto.',
  "The language model's words did not fit, or said what your text does not. {1}":
    'As palavras do modelo de linguagem não cabiam, ou diziam o que o seu texto não diz. {1}',
  'The language model gave no answer in time. {1}': 'O modelo de linguagem não respondeu a tempo. {1}',
  'The text is in {1} and stays so: only a language model could put it into {2}.':
    'O texto está nesta língua: {1}, e assim fica. Só um modelo de linguagem o poderia passar para esta: {2}.',
  'Words that are taken from your text keep its tone: only a language model could write them in another.':
    'As palavras tiradas do seu texto mantêm o tom dele: só um modelo de linguagem as poderia escrever noutro.',
  'The words for {1} were written by a person and stay. Send "replace": true to overwrite them.':
    'As palavras para {1} foram escritas por uma pessoa e ficam. Envie "replace": true para as substituir.',
  'A person': 'Uma pessoa',
  'An agent of another workspace': 'Um agente de outro espaço de trabalho',
  'Another client': 'Outro cliente',
  'Unknown browser': 'Navegador desconhecido',
  'It was asked {1} times, which took {2} tokens.': 'Foi consultado {1} vezes, o que consumiu {2} tokens.',
  'It was asked {1} times, which took {2} tokens and cost {3}.': 'Foi consultado {1} vezes, o que consumiu {2} tokens e custou {3}.',
};

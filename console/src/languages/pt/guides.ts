import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'Como preparar',
    steps: {
      devto: [
        'Inicie sessão em dev.to e abra Settings, Extensions.',
        'Em «DEV Community API Keys», dê um nome a uma chave, por exemplo Countersign, e gere-a.',
        'Copie a chave e introduza-a abaixo. O DEV não distingue permissões: a chave pode fazer tudo o que a conta pode, até a revogar.',
        'O DEV não analisa aplicações: um artigo fica público de imediato. Não aceita imagens de outros serviços.',
      ],
      hashnode: [
        'O blogue precisa do Hashnode Pro: sem ele, o Hashnode não permite publicar pela API.',
        'No Hashnode, abra Account Settings, Developer e gere um token de acesso pessoal.',
        'Introduza abaixo o token, e o endereço do blogue se a conta tiver mais do que um. Tem de ser o seu proprietário ou editor: o que os colaboradores escrevem é revisto lá primeiro.',
        'O Hashnode não distingue permissões nem analisa aplicações: o token pode fazer tudo o que a conta pode, até o revogar.',
      ],
      ghost: [
        'Na administração do Ghost, abra Settings, Integrations e adicione uma integração própria, por exemplo Countersign. No Ghost(Pro) é preciso um plano que a inclua.',
        'Copie o seu URL da API e a sua chave da API Admin, que tem dois pontos. A chave da API Content só pode ler.',
        'Introduza ambos abaixo. A integração pode escrever artigos e enviar imagens até a apagar; o Ghost não analisa aplicações.',
        'Os artigos são publicados no site para todos. Não é enviado nenhum boletim.',
      ],
      lemmy: [
        'Crie uma conta dedicada num servidor, marque-a como robô nas definições e adira com ela à comunidade.',
        'Leia as regras do servidor e da comunidade: algumas não permitem publicações automáticas, e o servidor pode ter de confirmar primeiro a conta.',
        'Introduza o servidor, o nome, a palavra-passe e a comunidade. A palavra-passe é usada uma vez; com autenticação de dois fatores, introduza também o código atual.',
        'O Lemmy não distingue permissões nem analisa aplicações: a sessão pode fazer tudo o que a conta pode. Para a terminar, altere a palavra-passe no Lemmy.',
      ],
      postiz: [
        'No Postiz, ligue a conta como canal e abra Settings, Developers, Public API. Copie a chave de API.',
        'O endereço é https://api.postiz.com ou, num servidor próprio, o que estiver lá em NEXT_PUBLIC_BACKEND_URL, muitas vezes com /api no fim. O operador tem de permitir um servidor de uma rede privada.',
        'Introduza os dois abaixo e o nome de um canal: X, LinkedIn, Facebook, Instagram, Threads, Bluesky, Mastodon, Nostr ou VK. Se um nome não for único, introduza o identificador; um nome errado mostra a lista.',
        'Só o que foi aprovado aqui segue para o Postiz, à sua hora e uma única vez. Se foi publicado, é o Postiz que o diz; desligue os plugs que acrescentam comentários às publicações do canal.',
      ],
    },
  },
};

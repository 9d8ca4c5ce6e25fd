import type { Translation } from '../translation.ts';

export const networkGuides: Translation = {
  networkGuides: {
    how: (label) => `Como registrar-se em ${label}`,
    page: (label) => `Abrir a página para desenvolvedores de ${label}`,
    scopes: 'as permissões',
    review: 'O que a análise significa',
    guides: {
      tiktok: {
        steps: [
          'Crie um aplicativo ou abra o seu, e adicione a ele “Login Kit” e “Content Posting API”, com “Direct Post” ativado.',
          'Adicione o endereço de retorno em “Login Kit”, “Web”, exatamente como está escrito aqui.',
          'Adicione as permissões e envie o aplicativo para análise.',
          'Coloque “Client key” em TIKTOK_CLIENT_ID e “Client secret” em TIKTOK_CLIENT_SECRET, e reinicie.',
        ],
        review:
          'Até o TikTok auditar o aplicativo, no máximo cinco pessoas por dia podem publicar com ele, as contas delas devem ser privadas e só elas veem as publicações. Escolha “Somente a própria conta” até lá.',
      },
      youtube: {
        steps: [
          'Crie um projeto ou abra o seu, e ative “YouTube Data API v3”.',
          'Adicione as permissões à tela de consentimento e crie um cliente OAuth do tipo “Aplicativo da Web” com o endereço de retorno.',
          'Coloque o id do cliente em YOUTUBE_CLIENT_ID e o segredo em YOUTUBE_CLIENT_SECRET, e reinicie.',
          'Peça a auditoria do projeto com o formulário “YouTube API Services - Audit and Quota Extension”.',
        ],
        review:
          'Até o Google auditar o projeto, todo vídeo é privado, seja qual for a escolha; este serviço percebe isso depois de publicar. Enquanto a tela de consentimento estiver em teste, um login termina após 7 dias.',
      },
      tumblr: {
        steps: [
          'Registe uma aplicação no Tumblr. O seu nome é mostrado a quem entra.',
          'Acrescente o endereço de retorno a «OAuth2 redirect URLs» exatamente como está escrito aqui, e guarde.',
          'Defina «OAuth consumer key» como TUMBLR_CLIENT_ID e a chave secreta como TUMBLR_CLIENT_SECRET, e reinicie. As permissões são pedidas ao iniciar sessão.',
        ],
        review:
          'O Tumblr não analisa nenhuma aplicação antes de ela publicar. Todas as contas juntas têm 1000 pedidos por hora e 5000 por dia; uma conta pode publicar 250 vezes por dia.',
      },
      pinterest: {
        steps: [
          'Crie um aplicativo ou abra o seu. O Pinterest o aprova primeiro; depois ele tem um identificador e uma chave secreta.',
          'Adicione o endereço de retorno a “Redirect URIs” exatamente como está escrito aqui e salve.',
          'Coloque “App id” em PINTEREST_CLIENT_ID e “App secret key” em PINTEREST_CLIENT_SECRET, e reinicie. As permissões são pedidas ao entrar.',
        ],
        review:
          'Com acesso Trial, o Pinterest recusa Pins ou só os mostra a quem os criou. Peça acesso Standard com um vídeo de uma entrada e de um Pin.',
      },
      reddit: {
        steps: [
          'Peça primeiro acesso à API: o próprio Reddit aprova cada aplicativo novo.',
          'Crie um aplicativo do tipo “web app”, com o endereço de retorno como “redirect uri”.',
          'Coloque o identificador abaixo do nome do aplicativo em REDDIT_CLIENT_ID e “secret” em REDDIT_CLIENT_SECRET, e reinicie. As permissões são pedidas ao entrar.',
        ],
        review:
          'Sem a aprovação do Reddit não há aplicativo, ou as suas solicitações são recusadas. Cada comunidade tem requisitos próprios, que são verificados antes de cada publicação.',
      },
      google_business: {
        steps: [
          'Peça acesso para o seu projeto do Google Cloud com o formulário “Application for Basic API Access”.',
          'Depois da aprovação, ative “Google My Business API”, “My Business Account Management API” e “My Business Business Information API”.',
          'Adicione a permissão à tela de consentimento e crie um cliente OAuth do tipo “Aplicativo da Web” com o endereço de retorno.',
          'Coloque o identificador do cliente em GOOGLE_BUSINESS_CLIENT_ID e o segredo em GOOGLE_BUSINESS_CLIENT_SECRET, e reinicie.',
        ],
        review:
          'Antes da aprovação do Google, o projeto tem uma cota de 0: nenhum local pode ser conectado. Enquanto a tela de consentimento está em teste, uma entrada termina após 7 dias.',
      },
      vk: {
        steps: [
          'Crie no VK ID um aplicativo para a plataforma “Web”, com o domínio deste serviço como domínio base.',
          'Adicione o endereço de retorno às URLs de redirecionamento confiáveis.',
          'Peça ao suporte do VK que conceda as permissões ao aplicativo: nem todos as têm.',
          'Coloque “App ID” em VK_CLIENT_ID e “Secure key” em VK_CLIENT_SECRET, e reinicie.',
        ],
        review: 'Enquanto o VK não conceder as permissões ao aplicativo, é possível entrar, mas as publicações são recusadas.',
      },
    },
  },
};

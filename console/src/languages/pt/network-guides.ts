import type { Translation } from '../translation.ts';

export const networkGuides: Translation = {
  networkGuides: {
    how: (label) => `Como registar-se em ${label}`,
    page: (label) => `Abrir a página para programadores de ${label}`,
    scopes: 'as permissões',
    review: 'O que implica a análise',
    guides: {
      tiktok: {
        steps: [
          'Crie uma aplicação ou abra a sua, e adicione-lhe “Login Kit” e “Content Posting API”, com “Direct Post” ativado.',
          'Adicione o endereço de retorno em “Login Kit”, “Web”, exatamente como está escrito aqui.',
          'Adicione as permissões e envie a aplicação para análise.',
          'Ponha “Client key” em TIKTOK_CLIENT_ID e “Client secret” em TIKTOK_CLIENT_SECRET, e reinicie.',
        ],
        review:
          'Até o TikTok auditar a aplicação, no máximo cinco pessoas por dia podem publicar com ela, as suas contas têm de ser privadas e só elas veem as publicações. Até lá, escolha “Apenas a própria conta”.',
      },
      youtube: {
        steps: [
          'Crie um projeto ou abra o seu, e ative “YouTube Data API v3”.',
          'Adicione as permissões ao ecrã de consentimento e crie um cliente OAuth do tipo “Aplicação Web” com o endereço de retorno.',
          'Ponha o ID do cliente em YOUTUBE_CLIENT_ID e o segredo em YOUTUBE_CLIENT_SECRET, e reinicie.',
          'Peça a auditoria do projeto com o formulário “YouTube API Services - Audit and Quota Extension”.',
        ],
        review:
          'Até a Google auditar o projeto, todos os vídeos são privados, seja qual for a escolha; este serviço deteta-o depois de publicar. Enquanto o ecrã de consentimento estiver em teste, um início de sessão termina ao fim de 7 dias. Os canais ligados antes dos primeiros comentários têm de ser ligados de novo para os publicar.',
      },
      tumblr: {
        steps: [
          'Registe uma aplicação no Tumblr. O seu nome é mostrado ao iniciar sessão.',
          'Acrescente o endereço de retorno a «OAuth2 redirect URLs» exatamente como está escrito aqui, e guarde.',
          'Defina «OAuth consumer key» como TUMBLR_CLIENT_ID e a chave secreta como TUMBLR_CLIENT_SECRET, e reinicie. As permissões são pedidas ao iniciar sessão.',
        ],
        review:
          'O Tumblr não analisa nenhuma aplicação antes de ela publicar. Todas as contas juntas têm 1000 pedidos por hora e 5000 por dia; uma conta pode publicar 250 vezes por dia.',
      },
      pinterest: {
        steps: [
          'Crie uma aplicação ou abra a sua. O Pinterest aprova-a primeiro; depois, tem um identificador e uma chave secreta.',
          'Adicione o endereço de retorno a “Redirect URIs” exatamente como está escrito aqui e guarde.',
          'Ponha “App id” em PINTEREST_CLIENT_ID e “App secret key” em PINTEREST_CLIENT_SECRET, e reinicie. As permissões são pedidas ao iniciar sessão.',
        ],
        review:
          'Com acesso Trial, o Pinterest recusa Pins ou só os mostra a quem os criou. Peça acesso Standard com um vídeo de um início de sessão e de um Pin.',
      },
      reddit: {
        steps: [
          'Peça primeiro acesso à API: o próprio Reddit aprova cada nova aplicação.',
          'Crie uma aplicação do tipo “web app”, com o endereço de retorno como “redirect uri”.',
          'Ponha o identificador que está por baixo do nome da aplicação em REDDIT_CLIENT_ID e “secret” em REDDIT_CLIENT_SECRET, e reinicie. As permissões são pedidas ao iniciar sessão.',
        ],
        review:
          'Sem a aprovação do Reddit não há aplicação, ou os seus pedidos são recusados. Cada comunidade tem requisitos próprios, que são verificados antes de cada publicação.',
      },
      google_business: {
        steps: [
          'Peça acesso para o seu projeto do Google Cloud com o formulário “Application for Basic API Access”.',
          'Depois da aprovação, ative “Google My Business API”, “My Business Account Management API” e “My Business Business Information API”.',
          'Adicione a permissão ao ecrã de consentimento e crie um cliente OAuth do tipo “Aplicação Web” com o endereço de retorno.',
          'Ponha o ID do cliente em GOOGLE_BUSINESS_CLIENT_ID e o segredo em GOOGLE_BUSINESS_CLIENT_SECRET, e reinicie.',
        ],
        review:
          'Antes da aprovação da Google, o projeto tem uma quota de 0: não é possível ligar nenhum local. Enquanto o ecrã de consentimento está em teste, um início de sessão termina ao fim de 7 dias.',
      },
      vk: {
        steps: [
          'Crie no VK ID uma aplicação para a plataforma “Web”, com o domínio deste serviço como domínio base.',
          'Adicione o endereço de retorno aos URL de redirecionamento fidedignos.',
          'Peça ao suporte da VK que conceda as permissões à aplicação: nem todas as têm.',
          'Ponha “App ID” em VK_CLIENT_ID e “Secure key” em VK_CLIENT_SECRET, e reinicie.',
        ],
        review: 'Enquanto a VK não conceder as permissões à aplicação, é possível iniciar sessão, mas as publicações são recusadas.',
      },
    },
  },
};

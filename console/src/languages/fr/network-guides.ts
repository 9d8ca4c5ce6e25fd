import type { Translation } from '../translation.ts';

export const networkGuides: Translation = {
  networkGuides: {
    how: (label) => `Comment s’enregistrer auprès de ${label}`,
    page: (label) => `Ouvrir la page des développeurs de ${label}`,
    scopes: 'les autorisations',
    review: 'Ce que leur validation implique',
    guides: {
      tiktok: {
        steps: [
          'Créez une application ou ouvrez la vôtre, et ajoutez-lui « Login Kit » et « Content Posting API », avec « Direct Post » activé.',
          'Ajoutez l’adresse de retour sous « Login Kit », « Web », exactement comme elle est écrite ici.',
          'Ajoutez les autorisations et soumettez l’application à l’audit.',
          'Mettez « Client key » dans TIKTOK_CLIENT_ID et « Client secret » dans TIKTOK_CLIENT_SECRET, puis redémarrez.',
        ],
        review:
          'Tant que TikTok n’a pas audité l’application, cinq personnes par jour au plus peuvent publier avec elle, leurs comptes doivent être privés et elles seules voient les posts. Choisissez « Le compte seulement » jusque-là.',
      },
      youtube: {
        steps: [
          'Créez un projet ou ouvrez le vôtre, et activez « YouTube Data API v3 ».',
          'Ajoutez les autorisations à l’écran de consentement et créez un client OAuth du type « Application Web » avec l’adresse de retour.',
          'Mettez l’identifiant du client dans YOUTUBE_CLIENT_ID et son secret dans YOUTUBE_CLIENT_SECRET, puis redémarrez.',
          'Demandez l’audit du projet avec le formulaire « YouTube API Services - Audit and Quota Extension ».',
        ],
        review:
          'Tant que Google n’a pas audité le projet, chaque vidéo est privée, quel que soit le choix ; ce service le constate après la publication. Tant que l’écran de consentement est en test, une connexion prend fin après 7 jours. Les chaînes connectées avant les premiers commentaires doivent être reconnectées pour en publier.',
      },
      tumblr: {
        steps: [
          'Enregistrez une application sur Tumblr. Son nom s’affiche à la connexion.',
          'Ajoutez l’adresse de retour à « OAuth2 redirect URLs » exactement comme elle est écrite ici, et enregistrez.',
          'Donnez à TUMBLR_CLIENT_ID la valeur « OAuth consumer key » et à TUMBLR_CLIENT_SECRET la clé secrète, puis redémarrez. Les autorisations sont demandées à la connexion.',
        ],
        review:
          'Tumblr n’examine pas une application avant qu’elle publie. Tous les comptes ensemble ont 1 000 requêtes par heure et 5 000 par jour ; un compte peut publier 250 fois par jour.',
      },
      pinterest: {
        steps: [
          'Créez une application, ou ouvrez la vôtre. Pinterest l’approuve d’abord ; elle a ensuite un identifiant et une clé secrète.',
          'Ajoutez l’adresse de retour à « Redirect URIs », exactement comme elle est écrite ici, et enregistrez.',
          'Mettez « App id » dans PINTEREST_CLIENT_ID et « App secret key » dans PINTEREST_CLIENT_SECRET, et redémarrez. Les autorisations sont demandées à la connexion.',
        ],
        review:
          'Avec l’accès Trial, Pinterest refuse les épingles ou ne les montre qu’à leur auteur. Demandez l’accès Standard avec une vidéo d’une connexion et d’une épingle.',
      },
      reddit: {
        steps: [
          'Demandez d’abord l’accès à l’API : Reddit approuve lui-même chaque nouvelle application.',
          'Créez une application du type « web app », avec l’adresse de retour comme « redirect uri ».',
          'Mettez l’identifiant sous le nom de l’application dans REDDIT_CLIENT_ID et « secret » dans REDDIT_CLIENT_SECRET, et redémarrez. Les autorisations sont demandées à la connexion.',
        ],
        review:
          'Sans l’approbation de Reddit, il n’y a pas d’application, ou ses requêtes sont refusées. Chaque communauté a ses propres exigences, qui sont vérifiées avant chaque post.',
      },
      google_business: {
        steps: [
          'Demandez l’accès pour votre projet Google Cloud avec le formulaire « Application for Basic API Access ».',
          'Après l’approbation, activez « Google My Business API », « My Business Account Management API » et « My Business Business Information API ».',
          'Ajoutez l’autorisation à l’écran de consentement, et créez un client OAuth du type « Application Web » avec l’adresse de retour.',
          'Mettez l’identifiant du client dans GOOGLE_BUSINESS_CLIENT_ID et son secret dans GOOGLE_BUSINESS_CLIENT_SECRET, et redémarrez.',
        ],
        review:
          'Avant l’approbation de Google, le projet a un quota de 0 : aucun établissement ne peut être connecté. Tant que l’écran de consentement est en test, une connexion prend fin après 7 jours.',
      },
      vk: {
        steps: [
          'Créez sur VK ID une application pour la plateforme « Web », avec le domaine de ce service comme domaine de base.',
          'Ajoutez l’adresse de retour aux URL de redirection de confiance.',
          'Demandez à l’assistance de VK d’accorder les autorisations à l’application : toutes ne les ont pas.',
          'Mettez « App ID » dans VK_CLIENT_ID et « Secure key » dans VK_CLIENT_SECRET, et redémarrez.',
        ],
        review: 'Tant que VK n’a pas accordé les autorisations à l’application, on peut se connecter, mais les posts sont refusés.',
      },
    },
  },
};

import type { Translation } from '../translation.ts';

export const networkGuides: Translation = {
  networkGuides: {
    how: (label) => `Cómo registrarse en ${label}`,
    page: (label) => `Abrir la página para desarrolladores de ${label}`,
    scopes: 'los permisos',
    review: 'Qué implica su revisión',
    guides: {
      tiktok: {
        steps: [
          'Cree una aplicación o abra la suya, y añádale «Login Kit» y «Content Posting API», con «Direct Post» activado.',
          'Añada la dirección de retorno en «Login Kit», «Web», exactamente como está escrita aquí.',
          'Añada los permisos y envíe la aplicación a revisión.',
          'Ponga «Client key» en TIKTOK_CLIENT_ID y «Client secret» en TIKTOK_CLIENT_SECRET, y reinicie.',
        ],
        review:
          'Hasta que TikTok audite la aplicación, como máximo cinco personas al día pueden publicar con ella, sus cuentas deben ser privadas y solo ellas ven las publicaciones. Elija «Solo la propia cuenta» hasta entonces.',
      },
      youtube: {
        steps: [
          'Cree un proyecto o abra el suyo, y active «YouTube Data API v3».',
          'Añada los permisos a la pantalla de consentimiento y cree un cliente OAuth del tipo «Aplicación web» con la dirección de retorno.',
          'Ponga el id del cliente en YOUTUBE_CLIENT_ID y su secreto en YOUTUBE_CLIENT_SECRET, y reinicie.',
          'Solicite la auditoría del proyecto con el formulario «YouTube API Services - Audit and Quota Extension».',
        ],
        review:
          'Hasta que Google audite el proyecto, todo vídeo es privado, se elija lo que se elija; este servicio lo nota después de publicar. Mientras la pantalla de consentimiento esté en pruebas, un inicio de sesión termina a los 7 días. Los canales conectados antes de los primeros comentarios deben conectarse de nuevo para publicarlos.',
      },
      tumblr: {
        steps: [
          'Registre una aplicación en Tumblr. Su nombre se muestra al iniciar sesión.',
          'Añada la dirección de retorno a «OAuth2 redirect URLs» exactamente como está escrita aquí, y guarde.',
          'Ponga «OAuth consumer key» como TUMBLR_CLIENT_ID y la clave secreta como TUMBLR_CLIENT_SECRET, y reinicie. Los permisos se piden al iniciar sesión.',
        ],
        review:
          'Tumblr no revisa ninguna aplicación antes de que publique. Todas las cuentas juntas tienen 1000 solicitudes por hora y 5000 al día; una cuenta puede publicar 250 veces al día.',
      },
      pinterest: {
        steps: [
          'Cree una aplicación o abra la suya. Pinterest la aprueba primero; después tiene un identificador y una clave secreta.',
          'Añada la dirección de retorno a «Redirect URIs» exactamente como está escrita aquí y guarde.',
          'Ponga «App id» en PINTEREST_CLIENT_ID y «App secret key» en PINTEREST_CLIENT_SECRET, y reinicie. Los permisos se piden al iniciar sesión.',
        ],
        review:
          'Con acceso Trial, Pinterest rechaza los pines o solo los muestra a quien los creó. Solicite acceso Standard con un vídeo de un inicio de sesión y un pin.',
      },
      reddit: {
        steps: [
          'Solicite primero acceso a la API: Reddit aprueba él mismo cada aplicación nueva.',
          'Cree una aplicación del tipo «web app», con la dirección de retorno como «redirect uri».',
          'Ponga el identificador que está bajo el nombre de la aplicación en REDDIT_CLIENT_ID y «secret» en REDDIT_CLIENT_SECRET, y reinicie. Los permisos se piden al iniciar sesión.',
        ],
        review:
          'Sin la aprobación de Reddit no hay aplicación, o sus peticiones se rechazan. Cada comunidad tiene sus propios requisitos, que se comprueban antes de cada publicación.',
      },
      google_business: {
        steps: [
          'Solicite acceso para su proyecto de Google Cloud con el formulario «Application for Basic API Access».',
          'Después de la aprobación, habilite «Google My Business API», «My Business Account Management API» y «My Business Business Information API».',
          'Añada el permiso a la pantalla de consentimiento y cree un cliente OAuth del tipo «Aplicación web» con la dirección de retorno.',
          'Ponga el identificador del cliente en GOOGLE_BUSINESS_CLIENT_ID y su secreto en GOOGLE_BUSINESS_CLIENT_SECRET, y reinicie.',
        ],
        review:
          'Antes de la aprobación de Google, el proyecto tiene una cuota de 0: no se puede conectar ninguna ubicación. Mientras la pantalla de consentimiento está en pruebas, una sesión termina a los 7 días.',
      },
      vk: {
        steps: [
          'Cree en VK ID una aplicación para la plataforma «Web», con el dominio de este servicio como dominio base.',
          'Añada la dirección de retorno a las URL de redirección de confianza.',
          'Pida al soporte de VK que conceda los permisos a la aplicación: no están disponibles para todas.',
          'Ponga «App ID» en VK_CLIENT_ID y «Secure key» en VK_CLIENT_SECRET, y reinicie.',
        ],
        review: 'Hasta que VK conceda los permisos a la aplicación, se puede iniciar sesión, pero las publicaciones se rechazan.',
      },
    },
  },
};

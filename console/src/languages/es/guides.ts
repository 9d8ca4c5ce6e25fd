import type { Translation } from '../translation.ts';

export const guides: Translation = {
  guides: {
    title: 'Cómo prepararlo',
    steps: {
      devto: [
        'Inicie sesión en dev.to y abra Settings, Extensions.',
        'En «DEV Community API Keys», ponga nombre a una clave, por ejemplo Countersign, y genérela.',
        'Copie la clave e introdúzcala abajo. DEV no distingue permisos: la clave puede hacer todo lo que puede la cuenta, hasta que la revoque.',
        'DEV no revisa las aplicaciones: un artículo es público al instante. No acepta imágenes de otros servicios.',
      ],
      hashnode: [
        'El blog necesita Hashnode Pro: sin él, Hashnode no permite publicar mediante su API.',
        'En Hashnode, abra Account Settings, Developer y genere un token de acceso personal.',
        'Introduzca abajo el token, y la dirección del blog si la cuenta tiene más de uno. Debe ser su propietario o editor: lo que escriben los colaboradores se revisa allí antes.',
        'Hashnode no distingue permisos ni revisa las aplicaciones: el token puede hacer todo lo que puede la cuenta, hasta que lo revoque.',
      ],
      ghost: [
        'En la administración de Ghost, abra Settings, Integrations y añada una integración propia, por ejemplo Countersign. En Ghost(Pro) hace falta un plan que la incluya.',
        'Copie su URL de la API y su clave de la API Admin, que lleva dos puntos. La clave de la API Content solo puede leer.',
        'Introduzca ambas abajo. La integración puede escribir artículos y subir imágenes hasta que la borre; Ghost no revisa las aplicaciones.',
        'Los artículos se publican en el sitio para todos. No se envía ningún boletín.',
      ],
      lemmy: [
        'Cree una cuenta dedicada en un servidor, márquela como bot en sus ajustes y únase con ella a la comunidad.',
        'Lea las reglas del servidor y de la comunidad: algunas no permiten publicaciones automáticas, y el servidor puede tener que confirmar antes la cuenta.',
        'Introduzca el servidor, el nombre, la contraseña y la comunidad. La contraseña se usa una vez; con autenticación en dos pasos, introduzca también el código actual.',
        'Lemmy no distingue permisos ni revisa las aplicaciones: la sesión puede hacer todo lo que puede la cuenta. Para terminarla, cambie la contraseña en Lemmy.',
      ],
      postiz: [
        'En Postiz, conecte la cuenta como canal y abra Settings, Developers, Public API. Copie la clave de API.',
        'La dirección es https://api.postiz.com o, en un servidor propio, lo que dice allí NEXT_PUBLIC_BACKEND_URL, a menudo con /api al final. El operador tiene que permitir un servidor de una red privada.',
        'Introduzca ambas abajo y el nombre de un canal: X, LinkedIn, Facebook, Instagram, Threads, Bluesky, Mastodon, Nostr o VK. Si un nombre se repite, introduzca el identificador; un nombre equivocado muestra la lista.',
        'Solo lo aprobado aquí llega a Postiz, a su hora y una sola vez. Si se publicó es lo que informa Postiz; desactive los plugs que añaden comentarios a las publicaciones del canal.',
      ],
    },
  },
};

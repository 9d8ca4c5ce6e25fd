import type { Translation } from '../translation.ts';

/** What is asked for to connect an account, `platforms/`. */
export const connecting: Translation = {
  'Facebook page': 'صفحة Facebook',
  Handle: 'الاسم',
  'The account’s name there.': 'اسم الحساب هناك.',
  'App password': 'كلمة مرور التطبيق',
  'Made at Bluesky under Settings, Privacy and security, App passwords. Not the account’s own password.':
    'تُنشأ لدى Bluesky في الإعدادات ثم الخصوصية والأمان ثم كلمات مرور التطبيقات. وليست كلمة مرور الحساب نفسه.',
  Server: 'الخادم',
  'Leave it as it is unless the account lives elsewhere.': 'اتركه كما هو، إلا إن كان الحساب في مكان آخر.',
  'The address of the server that the account lives on.': 'عنوان الخادم الذي عليه الحساب.',
  'Bot token': 'رمز الروبوت',
  'From the developer portal, under Bot. Invite the bot to the server first.': 'من بوابة المطورين في Bot. أدخل الروبوت إلى الخادم أولًا.',
  'Channel id': 'معرّف القناة',
  'Right-click the channel, Copy Channel ID. The bot needs View Channel, Send Messages and Read Message History.':
    'انقر القناة بالزر الأيمن ثم «نسخ معرّف القناة». ويحتاج الروبوت إلى View Channel وSend Messages وRead Message History.',
  'Access token': 'رمز الوصول',
  'Made there under Preferences, Development, New application, with read:accounts, read:statuses, write:statuses and write:media.':
    'يُنشأ هناك في التفضيلات ثم التطوير ثم تطبيق جديد، مع read:accounts وread:statuses وwrite:statuses وwrite:media.',
  'Secret key': 'المفتاح السري',
  'The account’s nsec. Whoever holds it is the account, so make an account of its own for this where you can.':
    'الـ nsec الخاص بالحساب. من يملكه فهو الحساب؛ فأنشئ لهذا حسابًا خاصًا إن استطعت.',
  Relays: 'المرحّلات',
  'Where posts are sent to, with commas between them.': 'إلى أين تُرسل المنشورات، وبينها فواصل.',
  'Media server': 'خادم الوسائط',
  'Where pictures are put: a Blossom server. Without one, posts with pictures are refused.':
    'حيث توضع الصور: خادم Blossom. ودونه تُرفض المنشورات التي فيها صور.',
  'From the app’s page under OAuth & Permissions, with the scopes chat:write and, for pictures, files:write. It begins with xoxb-.':
    'من صفحة التطبيق في OAuth & Permissions، مع chat:write، وللصور files:write. ويبدأ بـ xoxb-.',
  'At the bottom of the channel’s details. Invite the app to the channel first.': 'في أسفل تفاصيل القناة. أدخل التطبيق إلى القناة أولًا.',
  'From @BotFather, after /newbot.': 'من ‎@BotFather بعد ‎/newbot.',
  'Channel or group': 'قناة أو مجموعة',
  'Its public name, or its number. The bot has to be an administrator of a channel, or a member of a group.':
    'اسمها العام أو رقمها. ويجب أن يكون الروبوت مشرفًا على القناة أو عضوًا في المجموعة.',
  Site: 'الموقع',
  'The address of the site.': 'عنوان الموقع.',
  User: 'المستخدم',
  'An author, an editor or an administrator of the site.': 'كاتب أو محرر أو مشرف في الموقع.',
  'Application password': 'كلمة مرور التطبيق',
  'Made there under Users, Profile, Application Passwords. Not the password for signing in.':
    'تُنشأ هناك في المستخدمين ثم الملف الشخصي ثم كلمات مرور التطبيقات. وليست كلمة مرور تسجيل الدخول.',
  'User name': 'اسم المستخدم',
  'The account’s name there, without the server.': 'اسم الحساب هناك من دون الخادم.',
  Password: 'كلمة المرور',
  'Used once for signing in, and not stored: the session is.': 'تُستخدم مرة واحدة لتسجيل الدخول ولا تُحفظ؛ تُحفظ الجلسة.',
  'Two-factor code': 'رمز التحقق بخطوتين',
  'The current code, if the account has two-factor authentication.': 'الرمز الحالي إن كان للحساب تحقق بخطوتين.',
  Community: 'المجتمع',
  'Where posts are published; with its server if it is on another one.': 'مكان نشر المنشورات، مع خادمه إن كان على خادم آخر.',
  'The name of the blog; left empty, the account’s primary blog. To use several blogs, connect each of them.':
    'اسم المدونة؛ وإن تُرك فارغًا فالمدونة الرئيسية للحساب. لاستخدام عدة مدونات اربط كلًّا منها.',
  'API key': 'مفتاح API',
  'Made at dev.to under Settings, Extensions, DEV Community API Keys.':
    'يُنشأ في dev.to ضمن Settings ثم Extensions ثم DEV Community API Keys.',
  'Personal access token': 'رمز وصول شخصي',
  'Made at Hashnode under Account Settings, Developer. The blog needs Hashnode Pro.':
    'يُنشأ في Hashnode ضمن Account Settings ثم Developer. وتحتاج المدونة إلى Hashnode Pro.',
  Blog: 'المدونة',
  'The address of the blog, if the account has more than one.': 'عنوان المدونة إن كان للحساب أكثر من واحدة.',
  Subreddit: 'المجتمع',
  'The name of the community that is posted to. To use several, connect each of them.':
    'اسم المجتمع الذي يُنشر فيه. لاستخدام عدة مجتمعات اربط كلًا منها.',
  Location: 'الموقع التجاري',
  'The name of the business location that is posted to. To use several, connect each of them.':
    'اسم الموقع التجاري الذي يُنشر فيه. لاستخدام عدة مواقع اربط كلًا منها.',
  'The name of the community that is posted to. Leave it empty for the person’s own wall.':
    'اسم المجتمع الذي يُنشر فيه. اتركه فارغًا لحائط الشخص نفسه.',
  Board: 'اللوحة',
  'The name of the board that pins are saved to. To use several boards, connect each of them.':
    'اسم اللوحة التي تُحفظ فيها الدبابيس. لاستخدام عدة لوحات اربط كلًا منها.',
  'API URL': 'عنوان واجهة API',
  'Shown there with the key, for instance https://harbour.ghost.io.': 'يظهر هناك مع المفتاح، مثل https://harbour.ghost.io.',
  'Admin API key': 'مفتاح Admin API',
  'Of a custom integration, made there under Settings, Integrations. Not the Content API key.':
    'لتكامل مخصص يُنشأ هناك ضمن Settings ثم Integrations. وليس مفتاح Content API.',
};

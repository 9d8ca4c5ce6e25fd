import type { Translation } from '../translation.ts';

/** What goes wrong while an account is connected or an address is called, `platforms/` and `outbound/`. */
export const faults: Translation = {
  '{1} needs no "{2}"; give {3}.': 'لا حاجة إلى «{2}» على {1}؛ اذكر {3}.',
  '"{1}" must be a text of one line.': 'يجب أن يكون «{1}» نصًا من سطر واحد.',
  '{1} needs "{2}": {3}. {4}': 'يلزم «{2}» على {1}: {3}. {4}',
  'There is nothing to connect.': 'لا شيء يُربط.',
  '{1} gave no refresh token. Connect the account again.': 'لم يُعطِ {1} رمز تجديد. اربط الحساب من جديد.',
  '{1} shows this service nothing that you may post to. Create it there first.':
    'لا يُظهر {1} لهذه الخدمة مكانًا يجوز لك النشر فيه. أنشئ واحدًا هناك أولًا.',
  '{1} has several with the name "{2}". Enter one of their ids instead: {3}.':
    'في {1} أكثر من واحد باسم «{2}». أدخل بدلًا منه أحد معرّفاتها: {3}.',
  '{1} has no "{2}" that you may post to. There is: {3}.': 'ليس في {1} «{2}» يجوز لك النشر فيه. يوجد: {3}.',
  'And {1} more.': 'و{1} غيرها.',
  'VK sent no device id back. Begin again.': 'لم يُعِد VK معرّف الجهاز. ابدأ من جديد.',
  'Google allows no posts for "{1}". Check there whether the location is verified.':
    'لا يسمح Google بمنشورات لـ«{1}». تحقق هناك من أن الموقع موثّق.',
  'Google rejected the post: it breaks the policy for posts of business profiles.':
    'رفض Google المنشور: فهو يخالف سياسة منشورات الملفات التجارية.',
  'r/{1} has no flair "{2}". There is: {3}.': 'ليس في r/{1} وسم «{2}». يوجد: {3}.',
  '"subreddit" must be the name of a community, for instance "r/harbour".': 'يجب أن يكون «subreddit» اسم مجتمع، مثل «r/harbour».',
  'u/{1} is banned from {2}.': '‏u/{1} محظور في {2}.',
  'Only approved users post to {1}. Ask its moderators to approve u/{2}.':
    'لا ينشر في {1} إلا المستخدمون المقبولون. اطلب من مشرفيه قبول u/{2}.',
  'r/{1} is closed to u/{2}.': '‏r/{1} مغلق أمام u/{2}.',
  'Reddit has no r/{1}. Check how it is written.': 'ليس في Reddit مجتمع r/{1}. تحقق من كتابته.',
  '{1} requires a flair on every post.': 'يطلب {1} وسم flair لكل منشور.',
  '{1} takes no text below the title.': 'لا يقبل {1} نصًا تحت العنوان.',
  '{1} requires a text below the title.': 'يطلب {1} نصًا تحت العنوان.',
  '{1} requires at least {2} characters in the title.': 'يطلب {1} ما لا يقل عن {2} حرفًا في العنوان.',
  '{1} requires at least {2} characters of text.': 'يطلب {1} ما لا يقل عن {2} حرفًا من النص.',
  '{1} does not accept "{2}".': 'لا يقبل {1} «{2}».',
  '{1} requires one of these in a post: {2}.': 'يطلب {1} في المنشور واحدًا من هذه: {2}.',
  'WordPress rejects the application password. Create a new one under Users, Profile; the login password does not work here.':
    'يقول WordPress إن كلمة مرور التطبيق خاطئة. أنشئ كلمة جديدة في المستخدمين ثم الملف الشخصي؛ فكلمة مرور تسجيل الدخول لا تصلح هنا.',
  'WordPress has no user with this name.': 'لا يعرف WordPress أحدًا باسم المستخدم هذا.',
  'WordPress has no user with this e-mail address.': 'لا يعرف WordPress أحدًا بهذا البريد الإلكتروني.',
  'WordPress rejects the user name or the application password. Create a new password under Users, Profile; the login password does not work here. If both are right, the web server of the site drops the Authorization header.':
    'يقول WordPress إن اسم المستخدم أو كلمة مرور التطبيق خطأ. أنشئ كلمة جديدة في المستخدمين ثم الملف الشخصي؛ فكلمة مرور تسجيل الدخول لا تصلح هنا. وإن كانت صحيحة فخادم الموقع يُسقط ترويسة Authorization.',
  'The user may not publish posts. Use an author, an editor or an administrator.':
    'لا يحق للمستخدم أن ينشر. استعمل كاتبًا أو محررًا أو مشرفًا.',
  '"site" must be the address of the site, for instance "https://example.org".':
    'يجب أن يكون «الموقع» عنوان الموقع، مثل «https://example.org».',
  '{1} wants the picture put at something that is no address.': 'يريد {1} وضع الصورة في ما ليس عنوانًا.',
  '"{1}" must be the address of a server, for instance "{2}".': 'يجب أن يكون «{1}» عنوان خادم، مثل «{2}».',
  '"botToken" must be as @BotFather gave it, for instance "110201543:AAHdq…".':
    'يجب أن يكون «رمز الروبوت» كما أعطاه ‎@BotFather، مثل «110201543:AAHdq…».',
  'The bot may not post there. Make it an administrator that may post messages.':
    'لا يحق للروبوت أن ينشر هناك. اجعله مشرفًا يحق له نشر الرسائل.',
  '"channel" must be the id of a channel, for instance "C0123456789".': 'يجب أن يكون «معرّف القناة» معرّف قناة، مثل «C0123456789».',
  'Leave "feed" out; the sandbox opens a new one for each connection.': 'اترك «feed»؛ فالساحة التجريبية تفتح واحدًا جديدًا لكل حساب متصل.',
  'The sandbox knows no "{1}"; it takes {2}.': 'لا تعرف الساحة التجريبية «{1}»؛ وتقبل {2}.',
  '"handle" must be 1 to 64 letters, digits, dots or dashes.': 'يجب أن يكون «الاسم» من 1 إلى 64 من الحروف أو الأرقام أو النقاط أو الشرطات.',
  '"feed" must be a text.': 'يجب أن يكون «feed» نصًا.',
  '"failure" must be one of {1}.': 'يجب أن يكون «failure» واحدًا من: {1}.',
  '"times" must be a whole number from 1.': 'يجب أن يكون «times» عددًا صحيحًا لا يقل عن 1.',
  'The operator must register this service at {1} and set {2}_CLIENT_ID and {3}_CLIENT_SECRET.':
    'على المشغّل أن يسجّل هذه الخدمة لدى {1} وأن يضبط {2}_CLIENT_ID و{3}_CLIENT_SECRET.',
  'The operator must set PUBLIC_URL to an https:// address that is reachable from the internet; it is {1}.':
    'على المشغّل أن يضبط PUBLIC_URL على عنوان https:// يصل إليه الإنترنت كله؛ وهو الآن {1}.',
  '"secretKey" must be a secret key that begins with "nsec1".': 'يجب أن يكون «المفتاح السري» مفتاحًا سريًا يبدأ بـ «nsec1».',
  '"relays" must name 1 to {1} relays.': 'يجب أن يذكر «المرحّلات» من 1 إلى {1} من المرحّلات.',
  '"relays" must be addresses that begin with wss://, for instance "wss://nos.lol", not "{1}".':
    'يجب أن تكون «المرحّلات» عناوين تبدأ بـ wss://، مثل «wss://nos.lol»، لا «{1}».',
  'None of the relays can be reached: {1}.': 'لا يمكن الوصول إلى أي من المرحّلات: {1}.',
  'You let us into no page. Begin again and pick at least one page at Facebook.':
    'لم تُدخلنا إلى أي صفحة. ابدأ من جديد واختر صفحة واحدة على الأقل لدى Facebook.',
  '"channelId" must be a number; turn on Developer Mode to copy it.': 'يجب أن يكون «معرّف القناة» رقمًا؛ فعّل وضع المطور لنسخه.',
  '"identifier" must be the handle, for instance "harbour.bsky.social".': 'يجب أن يكون «الاسم» اسم الحساب، مثل «harbour.bsky.social».',
  '"appPassword" must be an app password from Settings, Privacy and security, App passwords.':
    'يجب أن تكون «كلمة مرور التطبيق» من الإعدادات ثم الخصوصية والأمان ثم كلمات مرور التطبيقات.',
  'Bluesky does not accept the handle and app password. Check both, or make a new app password.':
    'لا يقبل Bluesky الاسم وكلمة مرور التطبيق. راجعهما، أو أنشئ كلمة مرور تطبيق جديدة.',
  'Bluesky asks for a code as well. Make an app password, which needs none, and give that.':
    'يطلب Bluesky رمزًا أيضًا. أنشئ كلمة مرور تطبيق لا تحتاج إليه، وأدخلها.',
  'Bluesky has taken the account down.': 'أزال Bluesky الحساب.',
  'Bluesky has suspended the account.': 'علّق Bluesky الحساب.',
  'The account is deactivated at Bluesky.': 'الحساب معطّل لدى Bluesky.',
  'Bluesky has had too many sign-ins of this account or from here. Try again later.':
    'كثرت عمليات تسجيل الدخول إلى Bluesky من هذا الحساب أو من هنا. حاول لاحقًا.',
  'There is no Bluesky server at that address, or it does not answer. Check the address, or try again later.':
    'لا خادم Bluesky على هذا العنوان، أو أنه لا يجيب. راجع العنوان، أو حاول لاحقًا.',
  "That is the account's own password. Make an app password under Settings, Privacy and security, and give that.":
    'هذه كلمة مرور الحساب نفسه. أنشئ كلمة مرور تطبيق في الإعدادات ثم الخصوصية والأمان، وأدخلها.',
  'The account is suspended or deactivated.': 'الحساب معلّق أو معطّل.',
  'The Bluesky account is suspended or deactivated.': 'الحساب على Bluesky معلّق أو معطّل.',
  'The call was stopped.': 'أُوقف الاتصال.',
  '{1} answered: status {2} and no reason': 'أجاب {1}: الحالة {2} بلا سبب',
  '{1} answered: {2}': 'أجاب {1}: {2}',
  '{1} does not accept what was entered. Check it, or make a new one there.': 'لا يقبل {1} ما أُدخل. راجعه، أو أنشئ غيره هناك.',
  '{1} has had too many calls just now. Try again later.': 'كثرت الاتصالات بـ {1} الآن. حاول لاحقًا.',
  'There is no {1} at that address. Check how it is written.': 'لا {1} على هذا العنوان. راجع كتابته.',
  '{1} has a fault of its own (status {2}). Check the address, or try again later.':
    'في {1} نفسه خلل (الحالة {2}). راجع العنوان، أو حاول لاحقًا.',
  '{1} refused, or is something else (status {2}). Check the address, or try again later.':
    'رفض {1}، أو هو شيء آخر (الحالة {2}). راجع العنوان، أو حاول لاحقًا.',
  '{1} did not respond. {2}': 'لم يُجب {1}. {2}',
  '{1} gave an answer that makes no sense: it has no {2}.': 'أجاب {1} بما لا معنى له: ينقصه {2}.',
  'Only addresses that begin with https:// or http:// are called.': 'لا يُتصل إلا بعناوين تبدأ بـ https:// أو http://.',
  'The address leads to this service itself.': 'يقود العنوان إلى هذه الخدمة نفسها.',
  '{1} is not on the public internet.': '{1} ليس على الإنترنت العام.',
  'The address of {1} must begin with {2}//.': 'يجب أن يبدأ عنوان {1} بـ {2}//.',
  'The address leads to port {1}; only the usual web ports are opened.': 'يقود العنوان إلى المنفذ {1}؛ ولا تُفتح إلا منافذ الويب المعتادة.',
  'The address leads from one to the next without end.': 'يقود العنوان من واحد إلى آخر بلا نهاية.',
  'The address leads to port {1}, which is never called.': 'يقود العنوان إلى المنفذ {1}، وهو لا يُتصل به أبدًا.',
  'The response has an unsupported content encoding.': 'الجواب مضغوط بطريقة لم يطلبها أحد.',
  'The answer ended in the middle or could not be unpacked.': 'انقطع الجواب في منتصفه أو تعذّر فك ضغطه.',
  'The answer is larger than {1} bytes.': 'الجواب أكبر من {1} بايت.',
  'This is no address, or it leads to something that is none.': 'ليس هذا عنوانًا، أو يقود إلى ما ليس عنوانًا.',
  'The address leads to something that is no web page.': 'يقود العنوان إلى ما ليس صفحة ويب.',
  'The address carries a user name or password.': 'في العنوان اسم مستخدم أو كلمة مرور.',
  'It took too long.': 'استغرق ذلك وقتًا طويلًا.',
  'It could not be reached.': 'تعذّر الوصول إليه.',
  'It broke off before it answered.': 'انقطع الاتصال قبل الجواب.',
  'It answered {1}.': 'كان الجواب {1}.',
  'It answered 410: it wants nothing more.': 'كان الجواب 410: لا يُراد المزيد.',
  'It did not send the challenge back.': 'لم يُعِد قيمة التحقق.',
  'Lemmy does not accept the name and password.': 'لا يقبل Lemmy الاسم وكلمة المرور.',
  'The account has two-factor authentication: enter the current code too.': 'للحساب تحقق بخطوتين: أدخل الرمز الحالي أيضًا.',
  'Lemmy does not accept the code. Enter the current one.': 'لا يقبل Lemmy الرمز. أدخل الرمز الحالي.',
  "Enter the account's password. It is used once and not stored.": 'أدخل كلمة مرور الحساب. تُستخدم مرة واحدة ولا تُحفظ.',
  'The account cannot sign in yet: its address or its application is not confirmed.':
    'لا يستطيع الحساب تسجيل الدخول بعد: لم يُؤكَّد عنوانه أو طلبه.',
  'Lemmy has ended the session. Connect the account again.': 'أنهى Lemmy الجلسة. اربط الحساب من جديد.',
  'The server knows no community {1}. Open it there once, or write its server too, as in harbour@lemmy.world.':
    'لا يعرف الخادم مجتمعًا اسمه {1}. افتحه هناك مرة، أو اكتب خادمه أيضًا كما في harbour@lemmy.world.',
  'Only its moderators may post in {1}.': 'لا ينشر في {1} إلا مشرفوه.',
  'The account may not post to the blog any more.': 'لم يعد الحساب يستطيع النشر في المدونة.',
  'The account has no blog at Hashnode. Make one there first.': 'ليست للحساب مدونة في Hashnode. أنشئ واحدة هناك أولًا.',
  '"publication" must be the address of one of the account\'s blogs: {1}.': 'يجب أن يكون «المدونة» عنوان إحدى مدونات الحساب: {1}.',
  'The blog is not on Hashnode Pro, which publishing through the API needs. Upgrade it there.':
    'ليست للمدونة خطة Hashnode Pro التي يتطلبها النشر عبر الواجهة البرمجية. اشترك فيها هناك.',
  'Hashnode takes pictures of at most 8 MB.': 'يقبل Hashnode صورًا بحجم 8 ميغابايت على الأكثر.',
  '"adminKey" must be an Admin API key: an id, a colon, and 64 more characters.':
    'يجب أن يتكون مفتاح Admin API من معرّف ونقطتين و64 حرفًا بعدهما.',
  'Ghost does not accept the key. Copy the Admin API key of the custom integration again.':
    'لا يقبل Ghost المفتاح. انسخ مفتاح Admin API للتكامل المخصص من جديد.',
};

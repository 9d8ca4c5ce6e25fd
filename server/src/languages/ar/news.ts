import type { Translation } from '../translation.ts';

/** What people are told in the console’s bell, and by mail, push and chat. */
export const news: Translation = {
  '“{1}” for {2}': '«{1}» إلى {2}',
  'After one hour without a decision, your approval is requested: {1}.': 'لم يقرر أحد منذ ساعة، والآن تُسأل أنت: {1}.',
  'After {1} hours without a decision, your approval is requested: {2}.': 'لم يقرر أحد (عدد الساعات: {1})، والآن تُسأل أنت: {2}.',
  'Waiting for {1} hours for a decision: {2}.': 'في انتظار قرار (عدد الساعات: {1}): {2}.',
  'Must be approved before {1} to be published on time: {2}.': 'لا يخرج إلا إذا ووفق عليه قبل {1}: {2}.',
  'Expires on {1} without a decision: {2}.': 'تنتهي مدته في {1} ما لم يقرر أحد: {2}.',
  '1 waits for a decision': '1 في انتظار قرار',
  '{1} wait for a decision': '{1} في انتظار قرار',
  '1 is planned for this week': '1 مقرر لهذا الأسبوع',
  '{1} are planned for this week': '{1} مقررة لهذا الأسبوع',
  '{1} could not be published': '{1} تعذّر نشرها',
  '{1}, last week: {2}.': '{1}، الأسبوع الماضي: {2}.',
  'nothing went out': 'لم يخرج شيء',
  '1 post went out': 'خرج منشور واحد',
  '{1} posts went out': 'المنشورات التي خرجت: {1}',
  'An agent': 'وكيل',
  'The changes are ready for review: {1}.': 'تمت التعديلات: اطّلع مجددًا على {1}.',
  'It changed after your review: {1} waits again.': 'تغيّر بعد أن رأيته: {1} في الانتظار مجددًا.',
  '{1} requests your approval: {2}.': 'يطلب {1} موافقتك: {2}.',
  Someone: 'شخص ما',
  '“{1}”': '«{1}»',
  '{1} approved {2}.': 'وافق {1} على {2}.',
  '{1} rejected {2}.': 'رفض {1} هذا: {2}.',
  '{1} asks for changes to {2}.': 'يطلب {1} تعديلات على {2}.',
  'The approval request for {1} expired. Submit it again if it should still be published.':
    'لم يقرر أحد في الوقت: {1}. قدّمه مجددًا إن كان لا يزال يُراد نشره.',
  '“{1}” is approved and cannot go out yet. {2} {3}': 'تمت الموافقة على «{1}» ولا يمكن أن يخرج بعد. {2} {3}',
  '{1} put {2} on hold: “{3}” It is published once a person releases it.': 'يحجز {1} هذا: {2}: «{3}» ويخرج حين يطلقه أحد.',
  'It is unknown whether {1} was published on {2}. It is never sent twice; check there, and record what you find.':
    'لا يعرف أحد بعد هل {1} موجود على {2}. لا يُرسل مرة ثانية أبدًا؛ انظر هناك وأخبرنا.',
  '{1} is out on {2}.': 'نُشر {1} على {2}.',
  '{1} is no longer on {2}. It was removed there, not by this service.': 'لم يعد {1} موجودًا على {2}. حُذف هناك، وليس من هذه الخدمة.',
  '{1} on {2} differs from what was signed. Compare the two, and check who else has access to the account.':
    '{1} على {2} يختلف عمّا وُقِّع عليه. قارن بين الاثنين، وتحقّق ممّن لديه أيضًا صلاحية الوصول إلى الحساب.',
  '{1} could not be published on {2}.': 'تعذّر نشر {1} على {2}.',
  '{1} is out on {2}, and could not be published on {3}.': 'نُشر {1} على {2}، وتعذّر نشره على {3}.',
  '{1} lets us in as {2} no more. What goes there waits until the account is connected again.':
    'لم يعد {1} يسمح لنا بالدخول باسم {2}. ما يُرسل إلى هناك ينتظر حتى يُربط الحساب مجددًا.',
  '{1} has problems with {2}. It is retried; check it if that continues.':
    'هناك مشكلة مع {1} في حساب {2}. نحاول مجددًا؛ انظر في الأمر إن استمر ذلك.',
  'It was revoked.': 'أُلغيت.',
  'One of its posts was rejected.': 'رفض شخص أحد منشوراتها.',
  'Its time was over.': 'انتهت مدتها.',
  'The person who signed it is no longer an approver there.': 'من وقّعها لم يعد يقرر هناك.',
  'Its template allowed combinations of words that no signed post had; a stricter one is proposed.':
    'كان قالبها يسمح بتركيبات كلمات لم ترد في أي منشور موقَّع، ويُقترح قالب أكثر صرامة.',
  'The agent has no access any more.': 'لم يعد للوكيل وصول.',
  'Your standing approval for posts of {1} has ended. {2} They need your approval again.':
    'انتهت موافقتك الدائمة على منشورات {1}. {2} ستُسأل عنها مجددًا.',
  '{1} of {2} posts of one kind by {3} were approved as they were. You can let such posts go out by themselves, within limits.':
    'ووفق على {1} من أصل {2} من منشورات {3} المتشابهة كما هي. يمكنك أن تسمح لمثلها بأن تخرج تلقائيًا ضمن حدود.',
  'An owner': 'أحد المالكين',
  '{1} archived {2}: it is read-only and publishes nothing.': 'أرشف {1} مساحة العمل {2}: لا يخرج منها شيء بعد الآن. ولا تزال تُقرأ.',
  '{1} restored {2}. Nothing is published there until an owner resumes it.':
    'أعاد {1} مساحة العمل {2} إلى الاستعمال. لا يخرج منها شيء قبل أن يستأنفها أحد المالكين.',
  'The service was restored from a backup of {1}. Nothing is published until you release it.':
    'استُعيدت الخدمة من نسخة احتياطية من {1}. لا يخرج شيء لأحد قبل أن تطلقها.',
  'Publishing was stopped for every customer at {1}. Nothing is published until it is resumed.':
    'أُوقف النشر لكل العملاء في {1}. لا يخرج شيء قبل استئنافه.',
  'Reason: {1}': 'السبب المذكور: {1}',
  'Customers have connected real accounts, but nothing is published there: one launch step is not signed.':
    'ربط العملاء حسابات على شبكات حقيقية، ولا يخرج إليها شيء: خطوة إطلاق واحدة غير موقّعة.',
  'Customers have connected real accounts, but nothing is published there: {1} launch steps are not signed.':
    'ربط العملاء حسابات على شبكات حقيقية، ولا يخرج إليها شيء: خطوات الإطلاق غير الموقّعة: {1}.',
  'One due post is not being processed, since {1}.': 'منشور حان وقته ولم يبدأ به أحد، منذ {1}.',
  '{1} due posts are not being processed, the oldest since {2}.': 'منشورات حان وقتها ولم يبدأ بها أحد ({1})، أولها منذ {2}.',
  'Check that a worker is running, and its log.': 'انظر هل هناك worker يعمل، وما يقوله سجله.',
  'One mail could not be sent, since {1}.': 'رسالة لم تُسلّم، منذ {1}.',
  '{1} mails could not be sent, the oldest since {2}.': 'رسائل لم تُسلّم ({1})، أولها منذ {2}.',
  'Check that the mail server responds.': 'انظر هل يجيب خادم البريد.',
  'Customers have connected {1} accounts, but this service is no longer registered there. Set {2}, and restart.':
    'لدى العملاء حسابات متصلة على {1}، ولم تعد هذه الخدمة مسجلة هناك. اضبط {2} وأعد التشغيل.',
  'Credits for publications with an approval are running low: {1} left. Without any, what is approved waits.':
    'رصيد المنشورات بموافقة يوشك أن ينفد: بقي {1}. وبدونه ينتظر ما ووفق عليه.',
  'Credits for autopostings are running low: {1} left. Without any, what is approved waits.':
    'رصيد النشر التلقائي يوشك أن ينفد: بقي {1}. وبدونه ينتظر ما ووفق عليه.',
  '{1} credits were bought: {2} × {3} for {4}.': 'أُضيف {1} إلى الرصيد بالشراء: {2} × {3} مقابل {4}.',
  '{1} credits of a payment that was given back: {2} taken, {3} were used already.': 'رصيد دفعة أُعيدت ({1}): سُحب {2}، وكان {3} قد صُرف.',
  '{1} credits of a payment that was given back: {2} taken.': 'رصيد دفعة أُعيدت ({1}): سُحب {2}.',
  'The payment of an order of credits is disputed. The credits stay until the bank has decided.':
    'هناك نزاع على دفعة لشراء رصيد. يبقى الرصيد حتى يقرر البنك.',
  'The dispute of a payment was closed in your favour; the payment stays.': 'انتهى النزاع على دفعة، والدفعة قائمة.',
  '{1} rejects this service, so no account can be connected there. {2} Check {3}, and restart.':
    'يرفض {1} هذه الخدمة نفسها، فلا يستطيع أحد أن يربط حسابًا هناك. {2} راجع {3} وأعد التشغيل.',
  '{1} calls you about “{2}”: “{3}”': 'يسألك {1} بشأن «{2}»: «{3}»',
  '{1} commented on “{2}”: “{3}”': 'يقول {1} عن «{2}»: «{3}»',
  'One sign-up request is pending.': 'يطلب شخص حسابًا.',
  '{1} sign-up requests are pending.': 'عدد من يطلبون حسابًا: {1}.',
  'Nothing can be done with one before you have approved it, and a request ends after 30 days.':
    'لا يُفعل شيء بحساب قبل أن تعتمده، وينتهي الطلب بعد 30 يومًا.',
  'The request expired after 30 days without a decision. You can request an account again.':
    'لم يقرر أحد بشأنه مدة 30 يومًا، فانتهى. يمكنك أن تطلب مجددًا.',
  "{1} gave {2}, a program of their own, read access to {3} and the account's credits. The request came from {4}.":
    'سمح {1} لبرنامج خاص به، {2}، بقراءة {3} ورصيد الحساب. جاء الطلب من {4}.',
  '{1} gave {2} access to {3}: {4}, in the sandbox only. The request came from {5}.':
    'أعطى {1} الوكيل {2} صلاحية على {3}: {4}، في الساحة التجريبية فقط. جاء الطلب من {5}.',
  '{1} gave {2} access to {3}: {4}. The request came from {5}.': 'أعطى {1} الوكيل {2} صلاحية على {3}: {4}. جاء الطلب من {5}.',
  'The access of {1} was ended: its authorization code was used a second time. Let it ask again.':
    'انتهت صلاحية {1}: استُعمل رمز تفويضه مرة ثانية. فليطلبها مجددًا.',
  '{1} gave its access back.': 'أعاد {1} صلاحيته.',
  '{1} exchanged its key for a new one; the old one ends within a day.': 'استبدل {1} مفتاحه بمفتاح جديد؛ وينتهي القديم خلال يوم.',
  '{1} ({2}) has joined as {3}.': 'انضم {1} ({2}) بصفة {3}.',
  '{1} ({2}) has left.': 'غادر {1} ({2}).',
  '{1} ({2}) was removed.': 'أُزيل {1} ({2}).',
  '{1} ({2}) was removed by {3}.': 'أزال {3} العضو {1} ({2}).',
  'The operator': 'المشغّل',
  '{1} ended the access of {2} to {3}.': 'أنهى {1} صلاحية {2} على {3}.',
  '{1} rejects all posts of this service: posts of one account are waiting.':
    '{1} لا يقبل أي منشور من هذه الخدمة أيًّا كان صاحب الحساب: منشورات حساب واحد تنتظر.',
  '{1} rejects all posts of this service: posts of {2} accounts are waiting.':
    '{1} لا يقبل أي منشور من هذه الخدمة أيًّا كان صاحب الحساب: منشورات {2} من الحسابات تنتظر.',
  'Check the app of this service there, its plan and its quota; the posts are then published automatically.':
    'راجع هناك تطبيق الخدمة وخطته ورصيده؛ وبعد ذلك تخرج المنشورات من تلقاء نفسها.',
};

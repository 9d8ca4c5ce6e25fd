import type { Translation } from '../translation.ts';

/** What people are told in the console’s bell, and by mail, push and chat. */
export const news: Translation = {
  '“{1}” for {2}': '«{1}» إلى {2}',
  'Nobody has decided for an hour, so now you are asked: {1}.': 'لم يقرر أحد منذ ساعة، والآن تُسأل أنت: {1}.',
  'Nobody has decided for {1} hours, so now you are asked: {2}.': 'لم يقرر أحد (عدد الساعات: {1})، والآن تُسأل أنت: {2}.',
  'Waiting for {1} hours for a decision: {2}.': 'في انتظار قرار (عدد الساعات: {1}): {2}.',
  'Goes out only if it is approved before {1}: {2}.': 'لا يخرج إلا إذا ووفق عليه قبل {1}: {2}.',
  'Lapses on {1} unless somebody decides: {2}.': 'تنتهي مدته في {1} ما لم يقرر أحد: {2}.',
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
  'The changes are made: look again at {1}.': 'تمت التعديلات: اطّلع مجددًا على {1}.',
  'It changed after you looked at it: {1} waits again.': 'تغيّر بعد أن رأيته: {1} في الانتظار مجددًا.',
  '{1} asks for your approval: {2}.': 'يطلب {1} موافقتك: {2}.',
  Somebody: 'شخص ما',
  '“{1}”': '«{1}»',
  '{1} approved {2}.': 'وافق {1} على {2}.',
  '{1} rejected {2}.': 'رفض {1} هذا: {2}.',
  '{1} asks for changes to {2}.': 'يطلب {1} تعديلات على {2}.',
  'Nobody decided in time on {1}. Submit it again if it is still to go out.':
    'لم يقرر أحد في الوقت: {1}. قدّمه مجددًا إن كان لا يزال يُراد نشره.',
  '“{1}” is approved and cannot go out yet. {2} {3}': 'تمت الموافقة على «{1}» ولا يمكن أن يخرج بعد. {2} {3}',
  '{1} holds {2} back: “{3}” It goes out once somebody releases it.': 'يحجز {1} هذا: {2}: «{3}» ويخرج حين يطلقه أحد.',
  'Nobody knows yet whether {1} stands on {2}. It is never sent a second time; have a look there, and say.':
    'لا يعرف أحد بعد هل {1} موجود على {2}. لا يُرسل مرة ثانية أبدًا؛ انظر هناك وأخبرنا.',
  '{1} is out on {2}.': 'نُشر {1} على {2}.',
  '{1} could not be published on {2}.': 'تعذّر نشر {1} على {2}.',
  '{1} is out on {2}, and could not be published on {3}.': 'نُشر {1} على {2}، وتعذّر نشره على {3}.',
  '{1} lets us in as {2} no more. What goes there waits until the account is connected again.':
    'لم يعد {1} يسمح لنا بالدخول باسم {2}. ما يُرسل إلى هناك ينتظر حتى يُربط الحساب مجددًا.',
  '{1} makes trouble with {2}. It is tried again; have a look if that goes on.':
    'هناك مشكلة مع {1} في حساب {2}. نحاول مجددًا؛ انظر في الأمر إن استمر ذلك.',
  'It was revoked.': 'أُلغيت.',
  'Somebody said no to one of its posts.': 'رفض شخص أحد منشوراتها.',
  'Its time was over.': 'انتهت مدتها.',
  'Whoever signed it does not decide there any more.': 'من وقّعها لم يعد يقرر هناك.',
  'Its template allowed combinations of words that no signed post had; a stricter one is proposed.':
    'كان قالبها يسمح بتركيبات كلمات لم ترد في أي منشور موقَّع، ويُقترح قالب أكثر صرامة.',
  'The agent has no access any more.': 'لم يعد للوكيل وصول.',
  'Your standing approval for posts of {1} has ended. {2} You are asked about them again.':
    'انتهت موافقتك الدائمة على منشورات {1}. {2} ستُسأل عنها مجددًا.',
  '{1} of {2} posts of one kind by {3} were approved as they were. You can let such posts go out by themselves, within limits.':
    'ووفق على {1} من أصل {2} من منشورات {3} المتشابهة كما هي. يمكنك أن تسمح لمثلها بأن تخرج تلقائيًا ضمن حدود.',
  'An owner': 'أحد المالكين',
  '{1} archived {2}: nothing goes out there any more. It can still be read.':
    'أرشف {1} مساحة العمل {2}: لا يخرج منها شيء بعد الآن. ولا تزال تُقرأ.',
  '{1} uses {2} again. Nothing goes out there before an owner resumes it.':
    'أعاد {1} مساحة العمل {2} إلى الاستعمال. لا يخرج منها شيء قبل أن يستأنفها أحد المالكين.',
  'The service was restored from a back-up of {1}. Nothing goes out for anybody before you release it.':
    'استُعيدت الخدمة من نسخة احتياطية من {1}. لا يخرج شيء لأحد قبل أن تطلقها.',
  'Publishing was stopped for every customer at {1}. Nothing goes out before it is resumed.':
    'أُوقف النشر لكل العملاء في {1}. لا يخرج شيء قبل استئنافه.',
  'The reason given: {1}': 'السبب المذكور: {1}',
  'Customers have connected accounts of real networks, and nothing goes out there: one launch step is not signed.':
    'ربط العملاء حسابات على شبكات حقيقية، ولا يخرج إليها شيء: خطوة إطلاق واحدة غير موقّعة.',
  'Customers have connected accounts of real networks, and nothing goes out there: {1} launch steps are not signed.':
    'ربط العملاء حسابات على شبكات حقيقية، ولا يخرج إليها شيء: خطوات الإطلاق غير الموقّعة: {1}.',
  'One post is due and nobody has begun, the first since {1}.': 'منشور حان وقته ولم يبدأ به أحد، منذ {1}.',
  '{1} posts are due and nobody has begun, the first since {2}.': 'منشورات حان وقتها ولم يبدأ بها أحد ({1})، أولها منذ {2}.',
  'See whether a worker runs, and what its log says.': 'انظر هل هناك worker يعمل، وما يقوله سجله.',
  'One mail has not been handed over, the first since {1}.': 'رسالة لم تُسلّم، منذ {1}.',
  '{1} mails have not been handed over, the first since {2}.': 'رسائل لم تُسلّم ({1})، أولها منذ {2}.',
  'See whether the mail server answers.': 'انظر هل يجيب خادم البريد.',
  'Customers have accounts of {1} connected, and this service is not registered there any more. Set {2}, and restart.':
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
  'The dispute of a payment is over, and the payment stands.': 'انتهى النزاع على دفعة، والدفعة قائمة.',
  '{1} refuses this service itself, so nobody can connect an account there. {2} Look at {3}, and restart.':
    'يرفض {1} هذه الخدمة نفسها، فلا يستطيع أحد أن يربط حسابًا هناك. {2} راجع {3} وأعد التشغيل.',
  '{1} calls you about “{2}”: “{3}”': 'يسألك {1} بشأن «{2}»: «{3}»',
  '{1} says about “{2}”: “{3}”': 'يقول {1} عن «{2}»: «{3}»',
  'Somebody asks for an account.': 'يطلب شخص حسابًا.',
  '{1} people ask for an account.': 'عدد من يطلبون حسابًا: {1}.',
  'Nothing can be done with one before you have approved it, and a request ends after 30 days.':
    'لا يُفعل شيء بحساب قبل أن تعتمده، وينتهي الطلب بعد 30 يومًا.',
  'Nobody has decided on it for 30 days, so it has ended. You can ask again.':
    'لم يقرر أحد بشأنه مدة 30 يومًا، فانتهى. يمكنك أن تطلب مجددًا.',
  "{1} lets {2}, a program of their own, read {3} and the account's credits. It asked from {4}.":
    'سمح {1} لبرنامج خاص به، {2}، بقراءة {3} ورصيد الحساب. جاء الطلب من {4}.',
  '{1} let {2} into {3}: {4}, in the sandbox only. It asked from {5}.':
    'أعطى {1} الوكيل {2} صلاحية على {3}: {4}، في الساحة التجريبية فقط. جاء الطلب من {5}.',
  '{1} let {2} into {3}: {4}. It asked from {5}.': 'أعطى {1} الوكيل {2} صلاحية على {3}: {4}. جاء الطلب من {5}.',
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
  '{1} takes no post of this service, whoever’s account it is: those of one account wait.':
    '{1} لا يقبل أي منشور من هذه الخدمة أيًّا كان صاحب الحساب: منشورات حساب واحد تنتظر.',
  '{1} takes no post of this service, whoever’s account it is: those of {2} accounts wait.':
    '{1} لا يقبل أي منشور من هذه الخدمة أيًّا كان صاحب الحساب: منشورات {2} من الحسابات تنتظر.',
  'Look at the service’s app there, its plan and its credits; the posts go out by themselves after that.':
    'راجع هناك تطبيق الخدمة وخطته ورصيده؛ وبعد ذلك تخرج المنشورات من تلقاء نفسها.',
};

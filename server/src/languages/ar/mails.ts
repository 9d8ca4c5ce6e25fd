import type { Translation } from '../translation.ts';

/** What is mailed to people: invitations, sign-ups, lost passwords, codes, clients’ links. */
export const mails: Translation = {
  '{1} will be erased on {2}': 'سيُمحى {1} في {2}',
  'An owner has requested that everything of the account be erased: posts, media, connections, access of agents and people.':
    'طلب أحد المالكين محو كل ما في الحساب: المنشورات والوسائط والاتصالات ووصول الوكلاء والأشخاص.',
  'Until then an owner can keep the account under Settings. Afterwards nothing can be restored.':
    'حتى ذلك الحين يمكن لمالك الاحتفاظ بالحساب من الإعدادات. بعده لا يمكن استعادة شيء.',
  '{1} is kept': 'يبقى {1}',
  'An owner has taken the request for erasure back.': 'سحب أحد المالكين طلب المحو.',
  'Open the settings': 'فتح الإعدادات',
  'It answered that it wants nothing more.': 'أجاب بأنه لا يريد شيئًا بعد الآن.',
  'It has taken nothing for three days.': 'لم يقبل شيئًا منذ ثلاثة أيام.',
  'Open webhooks': 'عرض الـ webhooks',
  'Nothing more is sent to {1}. {2}': 'لا يُرسل شيء بعد الآن إلى {1}. {2}',
  'A webhook was switched off': 'أُوقف webhook',
  '{1} posts': 'منشورات ({1})',
  'Changes are ready for review: {1}': 'تمت التعديلات: اطّلع مجددًا على {1}',
  'Your approval is requested: {1}': 'جاء دورك: اطّلع على {1}',
  'The link works until {1}; so does the one you were sent before.': 'يعمل الرابط حتى {1}؛ وكذلك الذي أُرسل إليك من قبل.',
  'Review the post': 'عرض المنشور',
  'Review the posts': 'عرض المنشورات',
  'You get this because {1} shared this with you at': 'تصلك هذه الرسالة لأن {1} شارك هذا معك على',
  'The changes you requested from {1} are ready: {2} is waiting for your review.': 'طلبت من {1} تعديلات. وقد تمت: {2} في انتظارك مجددًا.',
  '{1} has reviewed it, and {2} is now waiting for you.': 'اطّلع {1} عليه، والآن {2} في انتظارك.',
  '{1} asks you first: {2} is waiting for you.': 'يسألك {1} أولًا: {2} في انتظارك.',
  'The changes you requested from {1} are ready: {2} are waiting for your review.': 'طلبت من {1} تعديلات. وقد تمت: {2} في انتظارك مجددًا.',
  '{1} has reviewed them, and {2} are now waiting for you.': 'اطّلع {1} عليها، والآن {2} في انتظارك.',
  '{1} asks you first: {2} are waiting for you.': 'يسألك {1} أولًا: {2} في انتظارك.',
  '{1} and {2} more.': '{1} وغيرها ({2}).',
  '{1}.': '{1}.',
  '{1} is your code': '{1} هو رمزك',
  'Your code is {1}. It works once, for ten minutes.': 'رمزك هو {1}. يعمل مرة واحدة، مدة عشر دقائق.',
  'We never ask you for this code. If you did not request it, ignore this mail.':
    'لن يسألك أحد عنه أبدًا. وإن لم تطلبه فدعه: لا يحدث شيء بدونه.',
  'You receive this because a code was requested with the link sent to you, at':
    'تصلك هذه الرسالة لأن من لديه الرابط الذي أُرسل إليك طلب رمزًا على',
  '{1} asks you to review a post by {2}': 'يطلب منك {1} أن تطّلع على منشور من {2}',
  '{1} asks you to review {2} posts by {3}': 'يطلب منك {1} أن تطّلع على منشورات ({2}) من {3}',
  '{1} of {2} asks you to review a post before it is published.': 'يطلب منك {1} من {2} أن تطّلع على منشور قبل أن يخرج.',
  '{1} of {2} asks you to review {3} posts before they are published.': 'يطلب منك {1} من {2} أن تطّلع على منشورات ({3}) قبل أن تخرج.',
  'Anyone with this link can see the posts, so do not forward it. To approve or request changes, you confirm with a code sent to this address.':
    'يكفي هذا الرابط للاطلاع، فاحتفظ به لنفسك. وللموافقة أو لطلب تعديلات يُرسل إليك رمز على هذا العنوان.',
  'The link works until {1}. If you do not know what this is about, leave it.': 'يعمل الرابط حتى {1}. وإن لم تعرف ما هذا فدعه.',
  'You get this because {1} typed this address at': 'تصلك هذه الرسالة لأن {1} كتب هذا العنوان على',
  'Your sign-in to Countersign has changed': 'تغيّر تسجيل دخولك إلى Countersign',
  'If that was not you: change your password and sign every other browser out, now.':
    'إن لم تكن أنت: غيّر كلمة مرورك الآن وسجّل الخروج من كل المتصفحات الأخرى.',
  'Open the security settings': 'فتح إعدادات الأمان',
  'Your account is ready': 'حسابك جاهز',
  'Your Countersign account is ready. Sign in with {1} and the password you chose.':
    'طلبت حسابًا على Countersign. وهو جاهز: سجّل الدخول بالعنوان {1} وكلمة المرور التي اخترتها.',
  'Sign in': 'تسجيل الدخول',
  'The operator of this service declined your request.': 'قرر من يشغّل هذه الخدمة ألا يفتح لك حسابًا.',
  'Reason: {1}': 'السبب: {1}',
  'No account was opened for you': 'لم يُفتح لك حساب',
  'You requested an account on Countersign. {1}': 'طلبت حسابًا على Countersign. {1}',
  'What you typed is deleted within a month, the password is gone already.': 'يُحذف ما كتبته خلال شهر، وقد حُذفت كلمة المرور.',
  'You receive this because you requested an account at': 'تصلك هذه الرسالة لأنك طلبت حسابًا على',
  'You receive this because this address was entered in the sign-up form of':
    'تصلك هذه الرسالة لأن شخصًا، لعله أنت، كتب هذا العنوان عند طلب حساب على',
  'If it was not you, leave it: nothing has happened.': 'إن لم تكن أنت فدعه: لم يحدث شيء.',
  'You can sign in to Countersign already': 'يمكنك تسجيل الدخول إلى Countersign من قبل',
  'An account with this address already exists. Sign in with it; you can reset a lost password there.':
    'لصاحب هذا العنوان حساب هنا. سجّل الدخول به؛ ويمكن هناك استبدال كلمة مرور مفقودة.',
  'Your request for an account waits': 'طلبك لحساب في الانتظار',
  'Your account request is already pending. The operator reviews it, and you will get a mail.':
    'طلبت حسابًا من قبل. ينظر فيه من يشغّل هذه الخدمة، وستصلك رسالة.',
  'Go on with your sign-up for Countersign': 'تابع طلب حسابك على Countersign',
  'Your address is confirmed. Continue with the link: enter your name and choose a password.':
    'هذا العنوان لك إن كنت تقرأ هذا. تابع بالرابط: اكتب اسمك واختر كلمة مرور.',
  'It works once, until {1}. {2}': 'يعمل مرة واحدة، حتى {1}. {2}',
  'Go on': 'متابعة',
  'Your password was changed.': 'غُيّرت كلمة مرورك.',
  'An authenticator app was set up: sign-in asks for its code from now on.': 'أُعدّ تطبيق مصادقة: يُطلب رمزه عند تسجيل الدخول من الآن.',
  'The authenticator app and its recovery codes were removed: sign-in asks for the password alone.':
    'أُزيل تطبيق المصادقة ورموز استرداده: لا يُطلب عند تسجيل الدخول إلا كلمة المرور.',
  'The operator removed your authenticator app, recovery codes and passkeys and signed every browser out.':
    'أزال المشغّل تطبيق المصادقة ورموز الاسترداد ومفاتيح المرور لديك، وسجّل الخروج من كل المتصفحات.',
  'Set up a new second factor.': 'أعدّ عاملًا ثانيًا جديدًا.',
  'Your password was replaced by a link for lost passwords, and every browser was signed out.':
    'استُبدلت كلمة مرورك برابط كلمات المرور المفقودة، وسُجّل الخروج من كل المتصفحات.',
  'A new password for Countersign': 'كلمة مرور جديدة لـ Countersign',
  'A password reset was requested for this address.': 'طلب شخص، لعله أنت، كلمة مرور جديدة لهذا العنوان.',
  'The link works once, until {1}. If it was not you, leave it: nothing has changed.':
    'يعمل الرابط مرة واحدة، حتى {1}. وإن لم تكن أنت فدعه: لم يتغير شيء.',
  'Choose a new password': 'اختيار كلمة مرور جديدة',
  'A passkey was added: it signs in without the password.': 'أُضيف مفتاح مرور: يسجّل الدخول دون كلمة مرور.',
  'A passkey was removed: it opens nothing any more.': 'أُزيل مفتاح مرور: لم يعد يفتح شيئًا.',
  '{1} invites you to {2}': 'يدعوك {1} إلى {2}',
  '{1} invites you as {2} to {3} on Countersign.': 'يدعوك {1} بصفة {2} إلى {3} على Countersign.',
  'The link works once, until {1}. If you do not know what this is about, leave it.':
    'يعمل الرابط مرة واحدة، حتى {1}. وإن لم تعرف ما هذا فدعه.',
  'Accept the invitation': 'قبول الدعوة',
  owner: 'مالك',
  approver: 'موافِق',
  editor: 'محرر',
  viewer: 'مشاهد',
  'Hello {1},': 'مرحبًا {1}،',
  'Hello,': 'مرحبًا،',
  'You get this because of your account at': 'تصلك هذه الرسالة بسبب حسابك على',
  'Notification settings': 'إعدادات الإشعارات',
  'Stop mails like this one': 'إيقاف رسائل كهذه',
};

import type { Translation } from '../translation.ts';

export const networkGuides: Translation = {
  networkGuides: {
    how: (label) => `طريقة التسجيل لدى ${label}`,
    page: (label) => `فتح صفحة المطورين لدى ${label}`,
    scopes: 'الأذونات',
    review: 'مراجعة الشبكة',
    guides: {
      tiktok: {
        steps: [
          'أنشئ تطبيقًا أو افتح تطبيقك، وأضف إليه «Login Kit» و«Content Posting API» مع تفعيل «Direct Post».',
          'أضف عنوان العودة تحت «Login Kit» ثم «Web» كما هو مكتوب هنا تمامًا.',
          'أضف الأذونات، وقدّم التطبيق للمراجعة.',
          'ضع «Client key» في TIKTOK_CLIENT_ID و«Client secret» في TIKTOK_CLIENT_SECRET، ثم أعد التشغيل.',
        ],
        review:
          'إلى أن تدقق TikTok التطبيق لا ينشر به أكثر من خمسة أشخاص في اليوم، ويجب أن تكون حساباتهم خاصة، ولا يرى المنشورات سواهم. اختر «الحساب نفسه فقط» حتى ذلك الحين.',
      },
      youtube: {
        steps: [
          'أنشئ مشروعًا أو افتح مشروعك، وفعّل «YouTube Data API v3».',
          'أضف الأذونات إلى شاشة الموافقة، وأنشئ عميل OAuth من نوع «تطبيق ويب» بعنوان العودة.',
          'ضع معرّف العميل في YOUTUBE_CLIENT_ID وسرّه في YOUTUBE_CLIENT_SECRET، ثم أعد التشغيل.',
          'اطلب تدقيق المشروع بنموذج «YouTube API Services - Audit and Quota Extension».',
        ],
        review:
          'إلى أن تدقق Google المشروع يكون كل فيديو خاصًا مهما كان الاختيار؛ وتلاحظ هذه الخدمة ذلك بعد النشر. وما دامت شاشة الموافقة قيد الاختبار ينتهي تسجيل الدخول بعد 7 أيام. والقنوات التي رُبطت قبل ميزة التعليقات الأولى يجب ربطها من جديد من أجلها.',
      },
      tumblr: {
        steps: [
          'سجّل تطبيقًا في Tumblr. يظهر اسمه لمن يسجّل الدخول.',
          'أضف عنوان العودة إلى “OAuth2 redirect URLs” كما هو مكتوب هنا تمامًا، ثم احفظ.',
          'اضبط “OAuth consumer key” في TUMBLR_CLIENT_ID والمفتاح السري في TUMBLR_CLIENT_SECRET ثم أعد التشغيل. تُطلب الأذونات عند تسجيل الدخول.',
        ],
        review:
          'لا يراجع Tumblr التطبيقات قبل أن تنشر. للحسابات معًا 1000 طلب في الساعة و5000 في اليوم، ويستطيع الحساب نشر 250 منشورًا في اليوم.',
      },
      pinterest: {
        steps: [
          'أنشئ تطبيقًا أو افتح تطبيقك. يوافق Pinterest عليه أولًا، ثم يكون له معرّف ومفتاح سري.',
          'أضف عنوان العودة إلى «Redirect URIs» كما هو مكتوب هنا تمامًا، ثم احفظ.',
          'ضع «App id» في PINTEREST_CLIENT_ID و«App secret key» في PINTEREST_CLIENT_SECRET، ثم أعد التشغيل. تُطلب الأذونات عند تسجيل الدخول.',
        ],
        review: 'مع وصول Trial يرفض Pinterest الدبابيس أو لا يُظهرها إلا لصاحبها. اطلب وصول Standard مع فيديو لدخول ودبوس.',
      },
      reddit: {
        steps: [
          'اطلب الوصول إلى الواجهة البرمجية أولًا: يوافق Reddit بنفسه على كل تطبيق جديد.',
          'أنشئ تطبيقًا من نوع «web app»، وعنوان العودة هو «redirect uri».',
          'ضع المعرّف الذي تحت اسم التطبيق في REDDIT_CLIENT_ID و«secret» في REDDIT_CLIENT_SECRET، ثم أعد التشغيل. تُطلب الأذونات عند تسجيل الدخول.',
        ],
        review: 'من دون موافقة Reddit لا يوجد تطبيق، أو تُرفض طلباته. ولكل مجتمع متطلباته، وهي تُفحص قبل كل منشور.',
      },
      google_business: {
        steps: [
          'اطلب الوصول لمشروعك في Google Cloud بنموذج «Application for Basic API Access».',
          'بعد الموافقة فعّل «Google My Business API» و«My Business Account Management API» و«My Business Business Information API».',
          'أضف الإذن إلى شاشة الموافقة، وأنشئ عميل OAuth من نوع «تطبيق ويب» بعنوان العودة.',
          'ضع معرّف العميل في GOOGLE_BUSINESS_CLIENT_ID وسرّه في GOOGLE_BUSINESS_CLIENT_SECRET، ثم أعد التشغيل.',
        ],
        review:
          'قبل موافقة Google تكون حصة المشروع 0: لا يمكن ربط أي موقع. وما دامت شاشة الموافقة قيد الاختبار ينتهي تسجيل الدخول بعد 7 أيام.',
      },
      vk: {
        steps: [
          'أنشئ لدى VK ID تطبيقًا لمنصة «Web»، ونطاق هذه الخدمة هو النطاق الأساسي.',
          'أضف عنوان العودة إلى عناوين إعادة التوجيه الموثوقة.',
          'اطلب من دعم VK منح التطبيق الأذونات: فهي ليست متاحة لكل تطبيق.',
          'ضع «App ID» في VK_CLIENT_ID و«Secure key» في VK_CLIENT_SECRET، ثم أعد التشغيل.',
        ],
        review: 'إلى أن يمنح VK التطبيق الأذونات يمكن تسجيل الدخول، لكن المنشورات تُرفض.',
      },
    },
  },
};

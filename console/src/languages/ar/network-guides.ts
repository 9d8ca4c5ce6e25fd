import type { Translation } from '../translation.ts';

export const networkGuides: Translation = {
  networkGuides: {
    how: (label) => `كيف تُسجّل لدى ${label}`,
    page: (label) => `افتح صفحة المطورين لدى ${label}`,
    scopes: 'الأذونات',
    review: 'ماذا تعني مراجعتهم',
    guides: {
      pinterest: {
        steps: [
          'أنشئ تطبيقًا أو افتح تطبيقك. يوافق Pinterest عليه أولًا، ثم يكون له معرّف ومفتاح سري.',
          'أضف عنوان العودة إلى «Redirect URIs» كما هو مكتوب هنا تمامًا، ثم احفظ.',
          'ضع «App id» في PINTEREST_CLIENT_ID و«App secret key» في PINTEREST_CLIENT_SECRET، ثم أعد التشغيل. تُطلب الأذونات عند الدخول.',
        ],
        review: 'مع وصول Trial يرفض Pinterest الدبابيس أو لا يُظهرها إلا لصاحبها. اطلب وصول Standard مع فيديو لدخول ودبوس.',
      },
      reddit: {
        steps: [
          'اطلب الوصول إلى الواجهة أولًا: يوافق Reddit بنفسه على كل تطبيق جديد.',
          'أنشئ تطبيقًا من نوع «web app»، وعنوان العودة هو «redirect uri».',
          'ضع المعرّف الذي تحت اسم التطبيق في REDDIT_CLIENT_ID و«secret» في REDDIT_CLIENT_SECRET، ثم أعد التشغيل. تُطلب الأذونات عند الدخول.',
        ],
        review: 'دون موافقة Reddit لا يوجد تطبيق، أو تُرفض طلباته. ولكل مجتمع متطلباته، وهي تُفحص قبل كل منشور.',
      },
      google_business: {
        steps: [
          'اطلب الوصول لمشروعك في Google Cloud بنموذج «GBP API contact form».',
          'بعد الموافقة فعّل «Google My Business API» و«My Business Account Management API» و«My Business Business Information API».',
          'أضف الإذن إلى شاشة الموافقة، وأنشئ عميل OAuth من نوع «تطبيق ويب» بعنوان العودة.',
          'ضع معرّف العميل في GOOGLE_BUSINESS_CLIENT_ID وسرّه في GOOGLE_BUSINESS_CLIENT_SECRET، ثم أعد التشغيل.',
        ],
        review: 'قبل موافقة Google تكون حصة المشروع 0: لا يمكن ربط أي موقع. وما دامت شاشة الموافقة قيد الاختبار ينتهي الدخول بعد 7 أيام.',
      },
      vk: {
        steps: [
          'أنشئ لدى VK ID تطبيقًا لمنصة «Web»، ونطاق هذه الخدمة هو النطاق الأساسي.',
          'أضف عنوان العودة إلى عناوين إعادة التوجيه الموثوقة.',
          'اطلب من دعم VK منح التطبيق الأذونات: فهي ليست متاحة لكل تطبيق.',
          'ضع «App ID» في VK_CLIENT_ID و«Secure key» في VK_CLIENT_SECRET، ثم أعد التشغيل.',
        ],
        review: 'إلى أن يمنح VK التطبيق الأذونات يمكن الدخول، لكن المنشورات تُرفض.',
      },
    },
  },
};

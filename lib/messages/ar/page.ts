import type { PageMessages } from '../messages'

export const page: PageMessages = {
  body: {
    linkTo: 'رابط إلى هذا القسم',
    play: 'تشغيل',
    open: 'فتح',
    show: 'إظهار',
    contacts: 'عند إظهاره يتصل المتصفح بـ',
    codeIn: 'شفرة',
    wrapLines: 'التفاف الأسطر',
    diagram: 'مخطط',
    source: 'مصدر المخطط',
    zoomIn: 'تكبير الصورة',
    zoomOut: 'إعادة الصورة إلى حجمها',
    contents: 'المحتويات',
    breadcrumb: 'موضع هذه الصفحة',
    table: 'جدول',
    copy: 'نسخ',
    copied: 'تم النسخ',
    copyFailed: 'تعذّر النسخ',
  },
  header: { navigation: 'الموقع', menu: 'القائمة', more: 'المزيد', search: 'بحث' },
  contents: { label: 'في هذه الصفحة', title: 'المحتويات', top: 'إلى الأعلى' },
  actions: { link: 'نسخ الرابط', markdown: 'نسخ بصيغة Markdown', edit: 'تحرير في Notion' },
  theme: {
    system: 'الألوان: كما في جهازك. التبديل إلى الفاتح.',
    light: 'الألوان: فاتحة. التبديل إلى الداكن.',
    dark: 'الألوان: داكنة. التبديل إلى ما في جهازك.',
  },
}

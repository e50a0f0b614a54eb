/** Ids of elements that the site has around a page. No heading gets one of them as its anchor. */
export const ELEMENT_IDS = {
  content: 'content',
  navigation: 'navigation',
  shortcuts: 'shortcuts',
  sidebar: 'sidebar',
  password: 'unlock-password',
  wrongPassword: 'unlock-wrong',
  comments: 'page-comments',
  contact: 'form-contact',
  contactEmail: 'form-contact-email',
  contactMessage: 'form-contact-message',
  newsletter: 'form-newsletter',
  newsletterEmail: 'form-newsletter-email',
  helpfulText: 'helpful-text',
  helpfulThanks: 'helpful-thanks',
} as const

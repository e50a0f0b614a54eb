import type { ServiceForms as Forms, ServiceForm } from '@/lib/branding/forms'
import { ELEMENT_IDS } from '@/lib/element-ids'
import type { Messages } from '@/messages/languages'

interface ServiceFormsProps {
  forms: Forms
  messages: Messages['forms']
}

/** The forms for a newsletter and for messages. They work without scripts, and post to the service that an editor chose. */
export function ServiceForms({ forms: { newsletter, contact }, messages }: ServiceFormsProps) {
  return (
    <div className="service-forms">
      {newsletter && (
        <form action={newsletter.address} method="post" aria-labelledby={ELEMENT_IDS.newsletter}>
          <h2 id={ELEMENT_IDS.newsletter}>{messages.newsletter}</h2>
          <EmailField id={ELEMENT_IDS.newsletterEmail} form={newsletter} label={messages.email} />
          <button type="submit">{messages.subscribe}</button>
        </form>
      )}
      {contact && (
        <form action={contact.address} method="post" aria-labelledby={ELEMENT_IDS.contact}>
          <h2 id={ELEMENT_IDS.contact}>{messages.contact}</h2>
          <EmailField id={ELEMENT_IDS.contactEmail} form={contact} label={messages.email} />
          <label htmlFor={ELEMENT_IDS.contactMessage}>{messages.message}</label>
          <textarea id={ELEMENT_IDS.contactMessage} name="message" rows={5} required />
          <button type="submit">{messages.send}</button>
        </form>
      )}
    </div>
  )
}

function EmailField({ id, form, label }: { id: string; form: ServiceForm; label: string }) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="email" name={form.emailField} autoComplete="email" required />
    </>
  )
}

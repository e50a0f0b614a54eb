import type { ServiceForms as Forms, ServiceForm } from '@/lib/branding/forms'
import type { Messages } from '@/lib/messages/messages'

interface ServiceFormsProps {
  forms: Forms
  messages: Messages['forms']
}

/** The forms for a newsletter and for messages. They work without scripts, and post to the service that an editor chose. */
export function ServiceForms({ forms: { newsletter, contact }, messages }: ServiceFormsProps) {
  return (
    <div className="service-forms">
      {newsletter && (
        <form action={newsletter.address} method="post" aria-labelledby="form-newsletter">
          <h2 id="form-newsletter">{messages.newsletter}</h2>
          <EmailField id="form-newsletter-email" form={newsletter} label={messages.email} />
          <button type="submit">{messages.subscribe}</button>
        </form>
      )}
      {contact && (
        <form action={contact.address} method="post" aria-labelledby="form-contact">
          <h2 id="form-contact">{messages.contact}</h2>
          <EmailField id="form-contact-email" form={contact} label={messages.email} />
          <label htmlFor="form-contact-message">{messages.message}</label>
          <textarea id="form-contact-message" name="message" rows={5} required />
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

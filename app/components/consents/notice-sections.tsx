import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import type { NoticeText } from '~/models/contact/consents/consent-view'

type NoticeSectionsProps = { text: NoticeText; language: Language; heading?: 'h2' | 'h3' }

export function NoticeSections({ text, language: locale, heading: Heading = 'h3' }: NoticeSectionsProps) {
  const shared = text.sharedWith.length > 0 ? text.sharedWith : [m.consents_shared_nobody({}, { locale })]
  const lists: [title: string, items: readonly string[]][] = [
    [m.consents_data({}, { locale }), text.data],
    [m.consents_uses({}, { locale }), text.uses],
    [m.consents_shared({}, { locale }), shared],
  ]
  const words: [title: string, said: string | null][] = [
    [m.consents_rights_title({}, { locale }), text.rights],
    [m.consents_withdrawal_title({}, { locale }), text.withdrawal],
    [m.consents_complaint_title({}, { locale }), text.complaint],
    [m.consents_contact_title({}, { locale }), text.contact],
  ]
  return (
    <>
      {lists.map(([title, items]) => (
        <section key={title}>
          <Heading>{title}</Heading>
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </section>
      ))}
      {words.map(([title, said]) =>
        said ? (
          <section key={title}>
            <Heading>{title}</Heading>
            <p>{said}</p>
          </section>
        ) : null,
      )}
    </>
  )
}

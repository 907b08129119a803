import { useLoaderData } from '@remix-run/react'
import { pageTitle, paths } from '~/http/paths'
import { anyone } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { listSchoolsWithNotices } from '~/models/consents/notices.server'
import { TextPage } from './__text-page'

export const handle = pageTitle(() => m.public_privacy_title())

export async function loader() {
  return { schools: await listSchoolsWithNotices(anyone()) }
}

export default function PrivacyPage() {
  const { schools } = useLoaderData<typeof loader>()
  return (
    <TextPage
      title={m.public_privacy_title()}
      intro={m.public_privacy_intro()}
      sections={[
        { title: m.public_privacy_what_title(), text: m.public_privacy_what() },
        { title: m.admissions_privacy_title(), text: m.admissions_privacy_text() },
        { title: m.public_privacy_why_title(), text: m.public_privacy_why() },
        { title: m.public_privacy_who_title(), text: m.public_privacy_who() },
        { title: m.public_privacy_phone_title(), text: m.public_privacy_phone() },
        { title: m.public_privacy_long_title(), text: m.public_privacy_long() },
        { title: m.public_privacy_rights_title(), text: m.public_privacy_rights() },
      ]}
    >
      {schools.length > 0 ? (
        <section>
          <h2>{m.consents_notices_title()}</h2>
          <p>{m.consents_notices_link()}</p>
          <ul>
            {schools.map(({ publicId, name, contact }) => (
              <li key={publicId}>
                <a href={paths.schoolPrivacy(publicId)}>{name}</a>
                {contact ? ` · ${m.consents_contact_title()}: ${contact}` : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </TextPage>
  )
}

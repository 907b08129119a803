import { pageTitle, paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { TextPage } from './__text-page'

export const handle = pageTitle(() => m.public_privacy_title())

/** Makes no database query, so that the page also works while the database is down. */
export default function PrivacyPage() {
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
      <p>
        <a href={paths.privacySchools}>{m.consents_notices_title()}</a>
      </p>
    </TextPage>
  )
}

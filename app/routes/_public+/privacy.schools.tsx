import { useLoaderData } from '@remix-run/react'
import { PublicShell } from '~/components/shell/public-shell'
import { pageTitle, paths } from '~/http/paths'
import { anyone } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { listSchoolsWithNotices } from '~/models/contact/consents/notices.server'

export const handle = pageTitle(() => m.consents_notices_title())

export async function loader() {
  return { schools: await listSchoolsWithNotices(anyone()) }
}

export default function PrivacySchoolsPage() {
  const { schools } = useLoaderData<typeof loader>()
  const { language, address } = useRootData()
  return (
    <PublicShell language={language} path={address} column="text">
      <h1>{m.consents_notices_title()}</h1>
      <p>{m.consents_notices_link()}</p>
      <ul>
        {schools.map(({ publicId, name, contact }) => (
          <li key={publicId}>
            <a href={paths.schoolPrivacy(publicId)}>{name}</a>
            {contact ? ` · ${m.consents_contact_title()}: ${contact}` : null}
          </li>
        ))}
      </ul>
    </PublicShell>
  )
}

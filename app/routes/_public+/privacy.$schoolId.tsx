import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NoticeSections } from '~/components/consents/notice-sections'
import { PublicShell } from '~/components/shell/public-shell'
import { pageTitle, paths } from '~/http/paths'
import { anyone, foundOr404 } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { noticeIn } from '~/models/contact/consents/consent-view'
import { listPublicNotices } from '~/models/contact/consents/notices.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'

export const handle = pageTitle(() => m.consents_notices_title())

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params.schoolId
  const notices = foundOr404(isPublicId(id) ? await listPublicNotices(anyone(), id) : null)
  const language = currentLanguage()
  return {
    school: notices[0]?.schoolName ?? '',
    notices: notices.map(({ publicId, number, view, publishedAt }) => ({
      publicId,
      text: noticeIn(foundOr404(view), language),
      version: m.consents_version({ number, date: formatDay(todayInIndia(publishedAt ?? new Date()), language) }),
    })),
  }
}

export default function SchoolPrivacyPage() {
  const { school, notices } = useLoaderData<typeof loader>()
  const { language, address } = useRootData()
  return (
    <PublicShell language={language} path={address} column="text">
      <h1>{m.consents_notices_title()}</h1>
      <p>{m.consents_notices_intro({ school })}</p>
      {notices.map(({ publicId, text, version }) => (
        <section key={publicId}>
          <h2>{text.title}</h2>
          <p className="soft">{version}</p>
          <NoticeSections text={text} language={language} />
        </section>
      ))}
      <p>
        <a href={paths.guardian.consents}>{m.consents_withdraw_here()}</a>
        {' · '}
        <a href={paths.student.consents}>{m.consents_withdraw_student()}</a>
      </p>
    </PublicShell>
  )
}

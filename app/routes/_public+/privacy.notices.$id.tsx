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
import { findPublicNotice } from '~/models/contact/consents/notices.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'

export const handle = pageTitle(() => m.consents_notices_title())

export async function loader({ params }: LoaderFunctionArgs) {
  const notice = foundOr404(isPublicId(params.id) ? await findPublicNotice(anyone(), params.id) : null)
  const language = currentLanguage()
  const { number, publishedAt } = notice
  return {
    school: notice.schoolName,
    schoolId: notice.schoolPublicId,
    text: noticeIn(foundOr404(notice.view), language),
    version: m.consents_version({ number, date: formatDay(todayInIndia(publishedAt ?? new Date()), language) }),
  }
}

export default function PrivacyNoticePage() {
  const { school, schoolId, text, version } = useLoaderData<typeof loader>()
  const { language, address } = useRootData()
  return (
    <PublicShell language={language} path={address} column="text">
      <h1>{text.title}</h1>
      <p className="soft">{`${school} · ${version}`}</p>
      <NoticeSections text={text} language={language} heading="h2" />
      <p>
        <a href={paths.schoolPrivacy(schoolId)}>{m.consents_notices_title()}</a>
      </p>
    </PublicShell>
  )
}

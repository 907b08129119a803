import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NoticeSections } from '~/components/consents/notice-sections'
import { ButtonLink, Card, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { languages, languageWords } from '~/language/language'
import { wordsIn } from '~/language/localized'
import { privacyNotices, viewOfNotice } from '~/models/contact/consents/notices.server'
import { findPrivacySettings } from '~/models/contact/consents/settings.server'
import { formatInstant } from '~/models/core/shared/calendar'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { purposeName } from './__words'

export const handle = pageTitle(() => 'Privacy notice')

export async function loader(args: LoaderFunctionArgs) {
  const { staff, scope, thing } = await openThing(args, { may: 'settings:view', find: privacyNotices.find })
  const { publicId, title, purpose, number, view, publishedAt, publishedByName, asksAnew, decisions } = thing
  return {
    publicId,
    title: wordsIn(title, 'en'),
    number,
    publishedByName,
    asksAnew,
    decisions,
    purpose: purposeName(purpose),
    publishedAt: publishedAt ? formatInstant(publishedAt, 'en') : null,
    view: view ?? viewOfNotice(thing, await findPrivacySettings(scope)),
    mayEdit: mayStaff(staff.role, 'settings:edit'),
  }
}

export default function PrivacyNoticePage() {
  const notice = useLoaderData<typeof loader>()
  const { publicId, publishedAt, mayEdit } = notice
  return (
    <>
      <PageHead
        title={`${notice.title}, version ${notice.number}`}
        context={
          publishedAt
            ? `${notice.purpose}. Published ${publishedAt} by ${notice.publishedByName}; decisions under it: ${notice.decisions}.${notice.asksAnew ? ' Families were asked again.' : ''}`
            : `${notice.purpose}. A draft: only the office can read it.`
        }
      />
      <div className="actions">
        {mayEdit && !publishedAt ? (
          <ButtonLink href={schoolPaths.publishPrivacyNotice(publicId)} variant="next" label="Publish" />
        ) : null}
        {mayEdit && !publishedAt ? (
          <ButtonLink href={schoolPaths.editPrivacyNotice(publicId)} variant="secondary" label="Edit" />
        ) : null}
        {mayEdit && publishedAt ? (
          <ButtonLink href={schoolPaths.privacyVersion(publicId)} variant="secondary" label="New version" />
        ) : null}
        {publishedAt ? <a href={paths.privacyNotice(publicId)}>As families read it</a> : null}
        <a href={schoolPaths.privacyNotices}>All privacy notices</a>
      </div>
      <div className="stack">
        {languages.map((language) => {
          const text = notice.view[language]
          return text ? (
            <div key={language} lang={language}>
              <Card title={`${languageWords[language]}: ${text.title}`}>
                <NoticeSections text={text} language={language} />
              </Card>
            </div>
          ) : null
        })}
      </div>
    </>
  )
}

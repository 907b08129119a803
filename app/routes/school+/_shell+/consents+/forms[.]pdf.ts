import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { anyone, foundOr404, requireStaff } from '~/http/route.server'
import { isLanguage } from '~/language/language'
import { noticeIn } from '~/models/contact/consents/consent-view'
import { findPublicNotice } from '~/models/contact/consents/notices.server'
import { findProfile, readLogo } from '~/models/core/schools/profile.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { readFilteredConsents } from './__asked.server'

/** Sends consent forms of one purpose for the filtered students of a section, a page each. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'consents:view')
  const requestedLanguage = new URL(request.url).searchParams.get('language')
  const language = isLanguage(requestedLanguage) ? requestedLanguage : 'en'
  const { purpose, rows, notices } = await readFilteredConsents(request, scope)
  const notice = foundOr404(purpose === '' ? null : await findPublicNotice(anyone(), notices[0]?.publicId ?? ''))
  foundOr404(rows[0])
  const [profile, logo] = await Promise.all([findProfile(scope), readLogo(scope)])
  const { name, address, phone, email } = foundOr404(profile)
  const view = {
    school: { name, address, phone, email },
    logo,
    language,
    printedOn: todayInIndia(new Date()),
    number: notice.number,
    text: noticeIn(foundOr404(notice.view), language),
    students: rows.map((row) => ({ ...row, consents: undefined })),
  }
  return pdfResponse(`consent-forms-${language}.pdf`, await makePaper('consent-forms', [view]))
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStudent } from '~/http/route.server'
import { currentLanguage } from '~/language/current'
import { findProfile, readLogo } from '~/models/core/schools/profile.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { readStatement } from '~/models/money/ledger/books/statement.server'

/** Sends the student's own statement of account, for the session of the URL or for all. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'money')
  const session = new URL(request.url).searchParams.get('session')
  const isValidSession = session === null || isPublicId(session)
  const [statement, profile, logo] = await Promise.all([
    isValidSession ? readStatement(scope, session) : null,
    findProfile(scope),
    readLogo(scope),
  ])
  const view = foundOr404(statement)
  const { name, address, phone, email } = foundOr404(profile)
  const school = { name, address, phone, email }
  const language = currentLanguage()
  const file = await makePaper('statement', [view, school, language, { logo: logo ?? undefined }])
  return pdfResponse('statement.pdf', file)
}

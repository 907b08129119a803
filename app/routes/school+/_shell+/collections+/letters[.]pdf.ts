import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, redirectWithToast, requireStaff } from '~/http/route.server'
import { findProfile, readLogo } from '~/models/core/schools/profile.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { listDefaulters } from '~/models/money/ledger/counter/defaulters.server'
import { maxLetters } from '~/models/money/ledger/counter/reminder-view'
import { readReminders } from '~/models/money/ledger/counter/reminders.server'
import { studentLoginAddress } from '~/routes/school+/_shell+/__login-address.server'
import { defaultersViewOf } from './__defaulters.server'

/**
 * Sends letters to the listed defaulters, each in the family's language. A file holds `maxLetters`; `page` selects one
 * of several files.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const today = todayInIndia(new Date())
  const { view, backHref } = defaultersViewOf(request)
  const defaulters = await listDefaulters(scope, { ...view, pageSize: maxLetters }, today)
  if (defaulters.total === 0) {
    const message = 'No student in this list has overdue dues.'
    return redirectWithToast(backHref, { type: 'info', title: 'No letter to print', message })
  }
  const [school, logo, letters] = await Promise.all([
    findProfile(scope),
    readLogo(scope),
    readReminders(scope, defaulters.rows, view.filters.session, today),
  ])
  const letter = { school: foundOr404(school), writtenOn: today, address: studentLoginAddress(), letters, logo }
  return pdfResponse(
    `fee-reminders-${today}${defaulters.pages > 1 ? `-${defaulters.page}` : ''}.pdf`,
    await makePaper('reminder-letters', [letter]),
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { wordsIn } from '~/language/localized'
import { formatInstant } from '~/models/core/shared/calendar'
import { consentWords } from '../__consent-words'
import { readFilteredConsents } from './__asked.server'

/** Sends the consents of a section as CSV: a line per student and purpose. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'consents:view')
  const { section, rows, notices } = await readFilteredConsents(request, scope)
  foundOr404(section || null)
  const lines = rows.flatMap(({ name, enrollmentNumber, classSection, consents }) =>
    consents.map((one, index) => [
      ...[name, enrollmentNumber, classSection, wordsIn(notices[index]?.title ?? {}, 'en'), consentWords(one)],
      ...[one.by?.byName ?? null, one.by ? formatInstant(one.by.at, 'en') : null],
    ]),
  )
  const head = ['Student', 'Enrollment number', 'Class', 'Purpose', 'Consent', 'Decided by', 'Since']
  return csvResponse('consents.csv', [head, ...lines])
}

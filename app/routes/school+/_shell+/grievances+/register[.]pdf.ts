import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { requireStaff } from '~/http/route.server'
import { topicWords } from '~/models/contact/grievances/grievance-fields'
import { readGrievanceRegister } from '~/models/contact/grievances/read-grievances.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { clockWords, grievanceStateWords } from './__words'

/** Sends the printed register of grievances, newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, schoolName } = await requireStaff(context, request, 'grievances:answer')
  const printedOn = todayInIndia(new Date())
  const rows = (await readGrievanceRegister(scope)).map((row) => ({
    ...row,
    topic: topicWords[row.topic],
    state: grievanceStateWords[row.state],
    clock: clockWords(row, printedOn),
  }))
  return pdfResponse('grievances.pdf', await makePaper('grievance-register', [{ schoolName, printedOn, rows }]))
}

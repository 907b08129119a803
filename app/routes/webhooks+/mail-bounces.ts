import type { ActionFunctionArgs } from '@remix-run/node'
import { requireOperator } from '~/http/guards.server'
import { takeReport } from '~/models/contact/mail/take-report.server'
import { readRawBody } from './__raw-body.server'

/** Size limit: a report contains at most a copy of the mail. */
const maxReportBytes = 1024 * 1024

/**
 * Receives all mail to MAIL_BOUNCES, raw, from the operator's mail server: delivery reports and complaints. The signed
 * return address identifies the mail. Answers 200 even for a mail that is not a report, and 413 above the size limit.
 */
export async function action({ request }: ActionFunctionArgs) {
  const system = await requireOperator(request, 'Bearer')
  if (request.method !== 'POST') return loader()
  const body = await readRawBody(request, maxReportBytes)
  if (!body) return answer(413, 'too-large')
  return answer(200, await takeReport(system, body))
}

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}

function answer(status: number, result: string): Response {
  return Response.json({ result }, { status, headers: { 'Cache-Control': 'no-store' } })
}

import type { ActionFunctionArgs } from '@remix-run/node'
import { requireOperator } from '~/http/guards.server'
import { takeReport } from '~/models/mail/take-report.server'
import { readRawBody } from './__raw-body.server'

/** A report has a copy of the letter with it at most; who sends more sends something else. */
const maxReportBytes = 1024 * 1024

/**
 * The operator's mail server posts here, raw, whatever comes to MAIL_BOUNCES: delivery reports and complaints. Whose mail it is says the signed
 * return address in it. Whatever need not be sent again gets 200.
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

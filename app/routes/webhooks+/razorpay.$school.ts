import type { ActionFunctionArgs } from '@remix-run/node'
import { anyone } from '~/http/route.server'
import { recordSuspicion } from '~/http/suspicion-log.server'
import { findSchoolByPublicId } from '~/models/core/schools/profile.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { schoolScope, systemActor } from '~/models/core/shared/scope.server'
import { readWebhook, settleFromWebhook } from '~/models/money/ledger/online/provider-news.server'
import { readRawBody } from './__raw-body.server'

const maxBodyBytes = 256 * 1024

/**
 * Webhook of Razorpay; the school's payment settings show its URL. The signature over the raw body authenticates it.
 * Answers 200 to every genuine event, known or not, unless Razorpay should send it again.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  if (request.method !== 'POST') return notAllowed()
  const school = isPublicId(params.school) ? await findSchoolByPublicId(anyone(), params.school) : null
  if (!school) return answer(404, 'unknown school')
  const body = await readRawBody(request, maxBodyBytes)
  if (!body) return answer(413, 'too large')
  const scope = schoolScope(school.id, systemActor)
  const read = await readWebhook(scope, {
    body,
    signature: request.headers.get('X-Razorpay-Signature'),
    eventId: request.headers.get('X-Razorpay-Event-Id'),
  })
  if (!read.ok) {
    await recordSuspicion('forged-payment', `webhook: ${read.reason}`, school.id)
    return answer(400, read.reason)
  }
  const settled = await settleFromWebhook(scope, read.value.event, read.value.eventId)
  if (settled.ok) return answer(200, settled.value)
  await recordSuspicion('forged-payment', 'webhook: it does not fit its payment', school.id)
  return answer(400, settled.reason)
}

export function loader() {
  return notAllowed()
}

function notAllowed() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}

function answer(status: number, result: string): Response {
  return Response.json({ result }, { status, headers: { 'Cache-Control': 'no-store' } })
}

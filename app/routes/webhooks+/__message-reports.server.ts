import type { ActionFunctionArgs } from '@remix-run/node'
import { anyone } from '~/http/route.server'
import { recordSuspicion } from '~/http/suspicion-log.server'
import { maxReportBytes } from '~/models/contact/message-setup/options'
import { findSchoolByPublicId } from '~/models/core/schools/profile.server'
import type { Outcome } from '~/models/core/shared/outcome'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { type SchoolScope, schoolScope, systemActor } from '~/models/core/shared/scope.server'
import { readRawBody } from './__raw-body.server'

/** Returns the school of a webhook's URL, with the installation as actor; null for an unknown school. */
export async function schoolOf(publicId: string | undefined): Promise<SchoolScope | null> {
  const school = isPublicId(publicId) ? await findSchoolByPublicId(anyone(), publicId) : null
  if (!school) return null
  return schoolScope(school.id, systemActor)
}

/**
 * Receives a messaging provider's reports. Every genuine report gets 200, new or not, so that the provider does not
 * repeat it.
 */
export async function takeReports(
  { request, params }: ActionFunctionArgs,
  take: (scope: SchoolScope, body: Buffer) => Promise<Outcome<number, string>>,
): Promise<Response> {
  if (request.method !== 'POST') return notAllowed('GET, POST')
  const scope = await schoolOf(params.school)
  if (!scope) return answer(404, 'unknown school')
  const body = await readRawBody(request, maxReportBytes)
  if (!body) return answer(413, 'too large')
  const outcome = await take(scope, body)
  if (outcome.ok) return answer(200, outcome.value > 0 ? 'kept' : 'seen')
  // The provider will retry; the report itself is valid.
  if (outcome.reason === 'too-many') return answer(429, outcome.reason)
  await recordSuspicion('tampered', `message report: ${outcome.reason}`, scope.schoolId)
  return answer(400, outcome.reason)
}

export function notAllowed(allow: string) {
  return new Response(null, { status: 405, headers: { Allow: allow } })
}

function answer(status: number, result: string): Response {
  return Response.json({ result }, { status, headers: { 'Cache-Control': 'no-store' } })
}

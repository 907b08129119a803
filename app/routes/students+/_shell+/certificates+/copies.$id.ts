import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { certificateResponse } from '~/http/certificate-file.server'
import { foundOr404, requireStudent } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'

/** Sends the student's own fee certificate as PDF; all other kinds are signed, and handed out at the office. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  return certificateResponse(request, scope, id, (...paperArguments) => makePaper('certificate', paperArguments))
}

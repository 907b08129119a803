import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { certificateResponse } from '~/http/certificate-file.server'
import { requireStaff } from '~/http/route.server'
import { addressIdsOf } from '~/kit/pages/form.server'

/** Sends one copy of a certificate, the same file every time. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'certificates:view')
  return certificateResponse(request, scope, addressIdsOf(params), (...paperArguments) =>
    makePaper('certificate', paperArguments),
  )
}

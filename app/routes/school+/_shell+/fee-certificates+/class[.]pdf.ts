import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { paths } from '~/http/paths'
import { pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { readLogo } from '~/models/core/schools/profile.server'
import { readClassCertificates } from '~/models/learning/certificates/fee-certificates.server'
import { siteUrl } from '~/services/site.server'
import { feeCertificateQuery } from './__asked.server'

/** Sends one file with the latest fee certificate of each student of a section, exactly as it was issued. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const { section, year } = feeCertificateQuery(request)
  const [rows, logo] = await Promise.all([readClassCertificates(scope, section, year), readLogo(scope)])
  const printed = rows.flatMap(({ view, language, number, madeOn, token }) =>
    view ? [{ view, language, copy: { number, madeOn, token, verifyUrl: siteUrl(paths.verify(token)) } }] : [],
  )
  foundOr404(printed[0])
  const file = await makePaper('certificates', [printed, 'en', logo ? { logo } : {}])
  return pdfResponse(`fee-certificates-${year}.pdf`, file)
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { fileNameOf, paperLanguage, pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { findProfile } from '~/models/core/schools/profile.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { requireFeeRegister } from './__fee-register.server'

/** Sends the printed fee register of a section for a session, in the language of the URL. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const [{ section, register, sessionName, financialYear }, profile] = await Promise.all([
    requireFeeRegister(scope, request),
    findProfile(scope),
  ])
  const file = await makePaper('fee-register', [
    {
      schoolName: foundOr404(profile).name,
      className: section.className,
      sectionName: section.name,
      sessionName,
      financialYear,
      register,
      printedOn: todayInIndia(new Date()),
    },
    paperLanguage(request),
  ])
  return pdfResponse(`${fileNameOf('fee-register', section.className, section.name, sessionName)}.pdf`, file)
}

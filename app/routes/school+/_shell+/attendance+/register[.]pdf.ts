import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { fileNameOf, paperLanguage, pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { findProfile } from '~/models/core/schools/profile.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { findRegisterHead } from '~/models/learning/attendance/register.server'
import { requireRegister } from './__attendance.server'

/** Sends the printed register of a section for a month, in the language of the URL. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'attendance:view')
  const { section, asked, register } = await requireRegister(staff, request)
  const [head, profile] = await Promise.all([findRegisterHead(staff.scope, asked), findProfile(staff.scope)])
  const { sessionName, classTeacher } = foundOr404(head)
  const { month } = asked
  const file = await makePaper('attendance-register', [
    {
      schoolName: foundOr404(profile).name,
      className: section.className,
      sectionName: section.name,
      month,
      sessionName,
      classTeacher,
      register,
      printedOn: todayInIndia(new Date()),
    },
    paperLanguage(request),
  ])
  return pdfResponse(`${fileNameOf('attendance', section.className, section.name, month)}.pdf`, file)
}

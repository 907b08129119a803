import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { requireStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { classSection } from '~/models/people/academics/rules'
import { activationCode } from '~/models/people/accounts/passwords/activation-code.server'
import { fullName } from '~/models/people/students/rules'
import { studentLoginAddress } from '~/routes/school+/_shell+/__login-address.server'
import { studentsToPrint } from './__students-to-print.server'

/** Serves a PDF of slips for the first sign-in of students without a password. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:edit')
  const { schoolName } = staff
  const students = await studentsToPrint(request, staff, { page: schoolPaths.slips, withoutPassword: true })
  const view = {
    schoolName,
    address: studentLoginAddress(),
    printedAt: new Date(),
    slips: students.map((student) => {
      const { className, sectionName, rollNumber } = student
      const sectionLabel = className && sectionName ? classSection(className, sectionName) : null
      return {
        ...student,
        name: fullName(student),
        place: sectionLabel && rollNumber !== null ? `${sectionLabel}, ${rollNumber}` : sectionLabel,
        code: activationCode(student),
      }
    }),
  }
  return pdfResponse('activation-slips.pdf', await makePaper('activation-slips', [view]))
}

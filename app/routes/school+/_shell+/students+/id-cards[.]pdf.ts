import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderIdCards } from '~/documents/id-cards.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { findProfile } from '~/models/schools/profile.server'
import { fullName } from '~/models/students/rules'
import { printPictures } from './__print-pictures.server'
import { studentsToPrint } from './__students-to-print.server'

/** Pixels of a photo's longer side: 300 to the inch at the size it is printed. */
const photoSide = 360

/** Identity cards of a class, a section, a filtered list of them, or one student. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'students:view')
  const { scope } = staff
  const students = await studentsToPrint(request, staff, { page: schoolPaths.idCards, withoutPassword: false })
  const school = foundOr404(await findProfile(scope))
  const photoKeys = students.flatMap(({ photoKey }) => photoKey ?? [])
  const [photos, logos] = await Promise.all([
    printPictures(photoKeys, { maxSide: photoSide, transparent: false }),
    printPictures(school.logoKey ? [school.logoKey] : [], { maxSide: photoSide, transparent: true }),
  ])
  const file = await renderIdCards({
    school: {
      name: school.name,
      address: school.address,
      phone: school.phone,
      logo: logos.get(school.logoKey ?? '') ?? null,
    },
    printedAt: new Date(),
    cards: students.map((student) => ({
      language: student.language,
      name: fullName(student),
      className: student.className,
      sectionName: student.sectionName,
      rollNumber: student.rollNumber,
      sessionName: student.sessionName,
      enrollmentNumber: student.enrollmentNumber,
      dateOfBirth: student.dateOfBirth,
      fatherName: student.fatherName,
      phone: student.phone,
      address: student.address,
      photo: photos.get(student.photoKey ?? '') ?? null,
    })),
  })
  return pdfResponse('id-cards.pdf', file)
}

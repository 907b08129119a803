import { foundOr404, idsOf, teacherSections } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { listTicked } from '~/models/people/academics/list-students.server'
import { classSection } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { fullName } from '~/models/people/students/rules'
import { maxTicked } from '~/routes/school+/_shell+/__ticked-ids.server'

/**
 * Students ticked in a list, from the URL.
 * @throws Response 404 if a student does not exist, belongs to another school, or is outside a teacher's sections
 */
export async function tickedStudents(staff: StaffSession, query: URLSearchParams) {
  const studentIds = [...new Set(query.getAll('student'))].slice(0, maxTicked)
  // An invalid id gets a 404, like a student of another school.
  if (!studentIds.every(isPublicId)) foundOr404(null)
  const rows = await listTicked(staff.scope, studentIds, idsOf(await teacherSections(staff)))
  if (rows.length < studentIds.length) foundOr404(null)
  return rows.map((row) => ({
    value: row.publicId,
    label: `${fullName(row)}, ${row.enrollmentNumber}${row.className && row.sectionName ? ` · ${classSection(row.className, row.sectionName)}` : ''}`,
  }))
}

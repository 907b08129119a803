import { redirect } from '@remix-run/node'
import { foundOr404, idsOf, type ListView, listViewOf, teacherSections } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { listStudentsToPrint, maxPrinted, type StudentToPrint } from '~/models/people/academics/list-for-print.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { studentFilters } from './__filters'

export const printTroubles = ['choose', 'nobody', 'too-many', 'not-active'] as const

const filters = { ...studentFilters, student: 'id' } as const

export type PrintView = ListView<string, keyof typeof filters>

/** Students to print: the filters of their list, or one student. */
export function printViewOf(request: Request): PrintView {
  return listViewOf(request, { sorts: ['name'], filters })
}

/**
 * Students to print for a URL with the list's filters; redirects to `page` with the reason if no class, section or
 * student is chosen, or no student matches. @throws Response a redirect, or 404 for another school's student
 */
export async function studentsToPrint(
  request: Request,
  staff: StaffSession,
  options: { page: string; withoutPassword: boolean },
): Promise<[StudentToPrint, ...StudentToPrint[]]> {
  const { filters, search } = printViewOf(request)
  const { student: _, ...chosen } = filters
  const { class: ofClass, section, status } = chosen
  const students = [...new Set(new URL(request.url).searchParams.getAll('student'))].slice(0, maxPrinted)
  // An invalid student id gets a 404, like a student of another school.
  if (!students.every(isPublicId)) foundOr404(null)
  const back = (trouble: (typeof printTroubles)[number]) =>
    redirect(`${options.page}?${new URLSearchParams({ ...chosen, search, trouble })}`)
  if (ofClass === '' && section === '' && students.length === 0) throw back('choose')
  if (status === 'inactive' || status === 'left') throw back('not-active')
  const ownSectionIds = idsOf(await teacherSections(staff))
  const withoutPassword = options.withoutPassword || status === 'no-password'
  const input = { ...chosen, students, search, withoutPassword, ownSectionIds }
  const printableStudents = await listStudentsToPrint(staff.scope, input)
  const [first, ...others] = printableStudents
  if (!first) {
    // For a student with a password, the page reports that there is nothing to print; one of another school gets a 404.
    if (students.length > 0)
      foundOr404((await listStudentsToPrint(staff.scope, { ...input, withoutPassword: false }))[0])
    throw back('nobody')
  }
  if (printableStudents.length > maxPrinted) throw back('too-many')
  return [first, ...others]
}

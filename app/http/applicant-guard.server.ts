import { redirect } from '@remix-run/node'
import { type Application, listApplications } from '~/models/admissions/find-applicants.server'
import { findOpenSchool, type OpenSchool } from '~/models/admissions/find-open-schools.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { type SchoolScope, schoolScope } from '~/models/shared/scope.server'
import { readApplicationTicket } from './application-ticket.server'
import { anyone } from './guards.server'
import { paths } from './paths'

/**
 * A school that takes online registrations, with the scope to apply there: registering is open to everybody. Whoever gets it may
 * read the school's classes and write one admission, no more.
 */
export async function findSchoolToApplyTo(
  publicId: string | undefined,
  applicant = 'Online registration',
): Promise<{ school: OpenSchool; scope: SchoolScope } | null> {
  const school = isPublicId(publicId) ? await findOpenSchool(anyone(), publicId) : null
  return school && { school, scope: schoolScope(school.id, { kind: 'student', id: null, name: applicant }) }
}

/** The registration that this browser has just signed in to; without one it goes to the login page. */
export async function requireApplication(request: Request): Promise<{ application: Application; scope: SchoolScope }> {
  const ticket = await readApplicationTicket(request)
  const [application] = ticket ? await listApplications(anyone(), [ticket]) : []
  if (!application) throw redirect(paths.student.login)
  const name = `${application.firstName} ${application.lastName}`
  return { application, scope: schoolScope(application.schoolId, { kind: 'student', id: null, name }) }
}

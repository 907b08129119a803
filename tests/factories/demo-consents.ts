import { decideAsGuardian, decideAsStudent } from '~/models/contact/consents/decide.server'
import { answerGrievance } from '~/models/contact/grievances/grievances.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { isAdult } from '~/models/core/shared/coming-of-age'
import { guardianScope } from '~/models/core/shared/scope.server'
import { makeGrievance, makeNotices } from './consents'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'

/** Creates notices in force, a guardian's decisions for the children, one answered grievance and one late grievance. */
export async function makeDemoConsents(
  school: MadeSchool,
  account: { id: number; name: string },
  children: readonly MadeStudent[],
): Promise<void> {
  const notices = await makeNotices(school)
  const scope = guardianScope(account.id, account.name)
  const today = todayInIndia(new Date())
  for (const [index, child] of children.entries()) {
    const own = (notice: string, answer: 'yes' | 'no' | 'read') =>
      isAdult(child.dateOfBirth, today)
        ? decideAsStudent(child.scope, { notice, answer, language: 'en' })
        : decideAsGuardian(scope, { child: child.publicId, notice, answer, language: 'en' })
    await own(notices.schooling, 'read')
    await own(notices.whatsapp, 'yes')
    await own(notices.photos, index === 0 ? 'yes' : 'no')
  }
  const [first] = children
  if (!first) return
  const answered = await makeGrievance(first, { receivedOn: addDays(today, -20) })
  await answerGrievance(school.scope, answered, 1, { words: 'The card was printed anew and lies at the office.' })
  await makeGrievance(first, { receivedOn: addDays(today, -35) })
}

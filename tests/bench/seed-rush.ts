import { closeDatabase, execute } from '~/database/database.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { currentSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeDue } from '../factories/ledger'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'

/**
 * Creates the requested number of students with a password, every tenth of them with a due. All share one password
 * hash, because the bench measures only the checking of passwords.
 */
const count = Number(process.argv[2])
const school = await makeSchool()
const session = await currentSession(school)
const ofClass = await makeClass(school)
const password = 'Results-rush-2026'
const emails: string[] = []
for (let number = 0; number < count; number++) {
  const section = number % 400 === 0 ? await makeSection(ofClass, { name: `S${number}`, capacity: 500 }) : undefined
  const email = `student${number}@rush.test`
  const student = await makeStudent(school, { email })
  if (section) await makeEnrollment(student, { session, class: ofClass, section })
  if (number % 10 === 0) await makeDue(student, { session })
  emails.push(email)
}
await execute(
  'UPDATE students SET password_hash = :hash, password_changed_at = UTC_TIMESTAMP(3) WHERE school_id = :id',
  { hash: await hashPassword(password), id: school.id },
)
console.log(JSON.stringify({ emails, password }))
await closeDatabase()

import { inTransaction } from '~/database/database.server'
import type { ReceivedFile } from '~/models/core/files/receive-file.server'
import { takeOfficeMail } from '~/models/core/outbox/mail-room.server'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { adjustFeesToRte } from '~/models/money/fees/raise-fees.server'
import { notifyOfOfficeChange } from '~/models/people/accounts/undo-links.server'
import { changesEntry, saveInformation } from '~/models/people/students/describe/save-section.server'
import { type NewValues, storedText } from '~/models/people/students/describe/sections.server'
import { type StudentFields, studentForm } from '~/models/people/students/describe/student-fields.server'

const signInNames = ['email', 'mobile_number']

/** Returns whether the student's current e-mail address must be notified because the values change a sign-in name. */
const isNotified = (current: NewValues, values: NewValues) =>
  Boolean(current.email) &&
  signInNames.some((name) => name in values && storedText(values[name]) !== storedText(current[name]))

/**
 * Saves Student Information: the student's own fields, parents' names, address, medium and photo, all or nothing.
 * Mails the previous e-mail address when a sign-in name changes. Setting RTE removes the fee dues without payments;
 * clearing it charges the class's assigned fees. Refuses `register-entry` for a registered name or birth date: use
 * `correctRegister`. Refuses `too-many-mails` for a new sign-in name when the office's account mails of the day are
 * used up.
 */
export async function updateStudent(
  scope: SchoolScope,
  publicId: string,
  formValues: Partial<Record<keyof StudentFields, string | boolean | null>>,
  version: number,
  photo: readonly ReceivedFile[] = [],
) {
  const fieldEntries = Object.entries<string | boolean | null | undefined>(formValues).filter(
    ([name]) => name in studentForm.fields,
  )
  const values = Object.fromEntries(fieldEntries.map(([name, value]) => [name, value ?? null]))
  return inTransaction(
    () =>
      saveInformation(scope, publicId, {
        typed: values,
        version,
        photo,
        settle: async (student, values) => {
          if (await changesEntry(scope, student, values)) return refused('register-entry')
          if (isNotified(student.values, values) && !(await takeOfficeMail(scope.schoolId)))
            return refused('too-many-mails')
          return { ok: true, values }
        },
        follow: async ({ id, values: { email } }, changed, { rte }) => {
          if (changed.includes('rte')) await adjustFeesToRte(scope, { id, rte: rte === true })
          if (email && changed.some((field) => signInNames.includes(field)))
            await notifyOfOfficeChange(scope, { id, emailBefore: email })
        },
      }),
    { students_enrollment_number: 'enrollment-number-taken' },
  )
}

import { inTransaction } from '~/database/database.server'
import type { ReceivedFile } from '~/models/core/files/receive-file.server'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { adjustFeesToRte } from '~/models/money/fees/raise-fees.server'
import { notifyOfOfficeChange } from '~/models/people/accounts/undo-links.server'
import { changesEntry, saveInformation } from '~/models/people/students/describe/save-section.server'
import { type StudentFields, studentForm } from '~/models/people/students/describe/student-fields.server'

/**
 * Saves Student Information: own fields, parents' names, address, medium and photo, all or nothing; notifies the
 * previous e-mail of new sign-in names. Under the RTE Act a student owes no fees from then on (dues with payments
 * stay), otherwise the class's assigned fees. Refuses `register-entry` for a registered name or birth date: use
 * `correctRegister`.
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
          return { ok: true, values }
        },
        follow: async ({ id, values: { email } }, changed, { rte }) => {
          if (changed.includes('rte')) await adjustFeesToRte(scope, { id, rte: rte === true })
          if (email && changed.some((field) => field === 'email' || field === 'mobile_number'))
            await notifyOfOfficeChange(scope, { id, emailBefore: email })
        },
      }),
    { students_enrollment_number: 'enrollment-number-taken' },
  )
}

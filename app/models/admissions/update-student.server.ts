import { inTransaction } from '~/database/database.server'
import { tellOfOfficeChange } from '~/models/accounts/undo-links.server'
import { adjustFeesToRte } from '~/models/fees/raise-fees.server'
import type { ReceivedFile } from '~/models/files/receive-file.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { saveInformation } from '~/models/students/save-section.server'
import { type StudentFields, studentForm } from '~/models/students/student-fields.server'

/**
 * Saves the section Student Information: the student's own fields, parents' names, address, medium and photo, all or nothing. The e-mail
 * address before hears of another address or mobile number.
 * Who comes under the RTE Act owes no fees from then on (what a payment has touched stays); who leaves it owes those
 * assigned to the class.
 */
export async function updateStudent(
  scope: SchoolScope,
  publicId: string,
  typed: Partial<Record<keyof StudentFields, string | boolean | null>>,
  version: number,
  photo: readonly ReceivedFile[] = [],
) {
  const asked = Object.entries<string | boolean | null | undefined>(typed).filter(
    ([name]) => name in studentForm.fields,
  )
  const values = Object.fromEntries(asked.map(([name, value]) => [name, value ?? null]))
  return inTransaction(
    () =>
      saveInformation(scope, publicId, {
        ...{ typed: values, version, photo },
        follow: async ({ id, values: { email } }, changed, { rte }) => {
          if (changed.includes('rte')) await adjustFeesToRte(scope, { id, rte: rte === true })
          if (email && changed.some((field) => field === 'email' || field === 'mobile_number'))
            await tellOfOfficeChange(scope, { id, emailBefore: email })
        },
      }),
    { students_enrollment_number: 'enrollment-number-taken' },
  )
}

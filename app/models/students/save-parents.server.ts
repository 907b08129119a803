import { inTransaction } from '~/database/transaction.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { sealAadhaar } from './aadhaar.server'
import { type Opened, openForSaving, type SaveOutcome } from './opened-section.server'
import { type Person, persons } from './parent-options'
import type { ParentFields } from './parent-schema'
import { type NewValues, writeFields } from './write-fields.server'

/** Saves parents and guardian. An Aadhaar number is kept encrypted, beside its last four digits; a blank one stays as it was. */
export function saveParents(
  scope: SchoolScope,
  publicId: string,
  fields: ParentFields,
  opened: Opened,
): Promise<SaveOutcome> {
  return inTransaction(async () => {
    const found = await openForSaving(scope, publicId, opened, parentValues(fields))
    if (!('student' in found)) return found
    const { student, values } = found
    await writeFields(scope, student, 'parent', { ...values, ...numberValues(fields, values, student.id) })
    return { ok: true }
  })
}

/** All that may be compared and read again: of the numbers that were typed the last digits. */
export function parentValues(fields: ParentFields): NewValues {
  return { ...openValues(fields), ...endValues(fields) }
}

function openValues(fields: ParentFields): NewValues {
  const ofPerson = (who: Person) => ({
    [`${who}_name`]: fields[`${who}_name`] ?? null,
    [`${who}_occupation`]: fields[`${who}_occupation`] ?? null,
    [`${who}_mobile`]: fields[`${who}_mobile`] ?? null,
    [`${who}_education`]: fields[`${who}_education`] ?? null,
    [`${who}_income`]: fields[`${who}_income`] ?? null,
  })
  return Object.assign({ guardian_relation: fields.guardian_relation ?? null }, ...persons.map(ofPerson))
}

/** The last digits of the numbers that were typed. */
function endValues(fields: ParentFields): NewValues {
  const typed = persons.filter((who) => fields[`${who}_aadhar`] !== undefined)
  return Object.fromEntries(typed.map((who) => [`${who}_aadhar_end`, fields[`${who}_aadhar`]?.slice(-4) ?? null]))
}

/** The numbers themselves, of those whose last digits are to be written. */
export function numberValues(fields: ParentFields, written: NewValues, studentId: number): NewValues {
  return Object.fromEntries(
    persons.flatMap((who): Array<[string, string]> => {
      const number = fields[`${who}_aadhar`]
      if (number === undefined || !(`${who}_aadhar_end` in written)) return []
      return [[`${who}_aadhar`, sealAadhaar(`${who}_aadhar`, studentId, number)]]
    }),
  )
}

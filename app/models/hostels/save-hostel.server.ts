import { selectOne, type Tx } from '~/database/connection.server'
import { violatedForeignKey, violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { releaseFiles } from '~/models/files/keep-received.server'
import { schemaOf } from '~/models/shared/form-schema.server'
import { makeOnce } from '~/models/shared/make-once.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockThing } from '~/models/shared/table.server'
import { type HostelFields, hostelForm } from './hostel-fields'
import type { GenderType } from './options'
import { Hostel } from './tables.server'

/** A hostel as typed. Bank details are whole or not there: half of them lead money nowhere. */
export const hostelSchema = schemaOf(hostelForm, (typed, say) => {
  const bank = ['bankName', 'bankAccountNumber', 'bankIfscCode'] as const
  const missing = bank.filter((field) => !typed[field])
  if (missing.length === bank.length) return
  for (const field of missing) say(field, 'Enter all three bank details, or leave all three empty')
})

/** Opens a hostel, without rooms yet: once for one form key. Answers its public id. Refuses `name-taken`. */
export function createHostel(scope: SchoolScope, formKey: string, fields: HostelFields) {
  return makeOnce({ table: Hostel, scope, formKey, taken: { hostels_name: 'name-taken' } }, async (tx) => {
    const row = { ...fields, publicId: newPublicId(), schoolId: scope.schoolId, formKey }
    const { id } = await Hostel.create(row, { transaction: tx })
    await note(scope, 'hostel.created', id, fields, tx)
    return done(row.publicId)
  })
}

/**
 * Changes a hostel whole; who applied before keeps the amounts of that day. Refuses `not-found`, `changed` (saved by somebody else since
 * `version`), `name-taken` and `others-there`: somebody who may not live in a hostel for boys, or for girls, has a place or waits.
 */
export async function updateHostel(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: HostelFields,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'name-taken' | 'others-there'>> {
  try {
    return await inTransaction(async (tx) => {
      const before = await lockThing(Hostel, scope, publicId, tx)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      if (await hasOthers(scope, before.id, fields.genderType, tx)) return refused('others-there')
      await Hostel.update({ ...fields, version: version + 1 }, { where: { id: before.id }, transaction: tx })
      await note(scope, 'hostel.updated', before.id, fields, tx)
      return done()
    })
  } catch (error) {
    if (violatedUniqueKey(error) === 'hostels_name') return refused('name-taken')
    throw error
  }
}

/** Whether anybody with a place, or waiting for one, may not live there once it is for `genderType`. */
async function hasOthers(scope: SchoolScope, hostelId: number, genderType: GenderType, tx: Tx): Promise<boolean> {
  if (genderType === 'mixed') return false
  const found = await selectOne(
    `SELECT a.id FROM hostel_applications a JOIN students s ON s.id = a.student_id
     WHERE a.school_id = :schoolId AND a.hostel_id = :hostelId AND a.is_live = 1 AND s.gender <> :gender LIMIT 1`,
    { schoolId: scope.schoolId, hostelId, gender: genderType === 'boys' ? 'Male' : 'Female' },
    tx,
  )
  return found !== null
}

/** Deletes a hostel with its picture. Refuses `not-found` and `has-rooms`: rooms go first, and those that somebody applied for never do. */
export async function deleteHostel(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'has-rooms'>> {
  try {
    return await inTransaction(async (tx) => {
      const hostel = await lockThing(Hostel, scope, publicId, tx)
      if (!hostel) return refused('not-found')
      await Hostel.destroy({ where: { id: hostel.id }, transaction: tx })
      if (hostel.imageFileId !== null) await releaseFiles(scope, [hostel.imageFileId], tx)
      const subject = { kind: 'hostel', id: hostel.id }
      await recordAudit(scope, { action: 'hostel.deleted', subject, details: { name: hostel.name } }, tx)
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) === 'rooms_hostel') return refused('has-rooms')
    throw error
  }
}

/** The audit log keeps the money, where it is sent to, and who lives there. */
function note(scope: SchoolScope, action: 'hostel.created' | 'hostel.updated', id: number, of: HostelFields, tx: Tx) {
  const details = {
    name: of.name,
    gender: of.genderType,
    depositPaise: of.securityDepositPaise,
    mealsPaise: of.mealPlanFeePaise,
    mealsIncluded: of.mealPlanIncluded,
    bankAccount: of.bankAccountNumber,
    ifsc: of.bankIfscCode,
    offered: of.isActive,
  }
  return recordAudit(scope, { action, subject: { kind: 'hostel', id }, details }, tx)
}

import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { HostelFields } from './office-schema'
import { Hostel } from './tables.server'

/**
 * Opens a hostel, without rooms yet; amounts are paise. The same form key makes one hostel and has one answer, its public id.
 * Refuses `name-taken`.
 */
export async function createHostel(
  scope: SchoolScope,
  formKey: string,
  fields: HostelFields,
): Promise<Outcome<string, 'name-taken'>> {
  try {
    return await inTransaction(async () => {
      const hostel = await Hostel.create({ ...fields, publicId: newPublicId(), schoolId: scope.schoolId, formKey })
      const subject = { kind: 'hostel', id: hostel.id }
      await recordAudit(scope, { action: 'hostel.created', subject, details: hostelFacts(fields) })
      return done(hostel.publicId)
    })
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key !== 'hostels_form_key' && key !== 'hostels_name') throw error
    // The second of two clicks meets the name that the first has just taken.
    const where = { schoolId: scope.schoolId, formKey }
    const same = await Hostel.findOne({ attributes: ['publicId'], where, raw: true })
    return same ? done(same.publicId) : refused('name-taken')
  }
}

/** What the audit log keeps of a hostel: money, where it is sent to, and who lives there. */
export function hostelFacts(fields: HostelFields) {
  return {
    name: fields.name,
    gender: fields.genderType,
    depositPaise: fields.securityDepositPaise,
    mealsPaise: fields.mealPlanFeePaise,
    mealsIncluded: fields.mealPlanIncluded,
    bankAccount: fields.bankAccountNumber,
    ifsc: fields.bankIfscCode,
    offered: fields.isActive,
  }
}

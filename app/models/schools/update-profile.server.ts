import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { ProfileFields } from './schema'
import type { LocationFields } from './settings-schema'
import { School } from './tables.server'

/** Changes how the school is called and reached. Receipts already issued keep the old name. */
export function updateProfile(scope: SchoolScope, fields: ProfileFields): Promise<void> {
  return inTransaction(async () => {
    const { affiliation_number, board, ...rest } = fields
    const columns = { ...rest, board: board ?? null, affiliationNumber: affiliation_number ?? null }
    await School.update(columns, { where: { id: scope.schoolId } })
    await recordAudit(scope, {
      action: 'school.updated',
      subject: { kind: 'school', id: scope.schoolId },
      details: { name: fields.name },
    })
  })
}

/** Where the school stands, in degrees: what distances of transport are counted from. */
export function saveLocation(scope: SchoolScope, place: LocationFields): Promise<void> {
  return inTransaction(async () => {
    const columns = { latitude: String(place.latitude), longitude: String(place.longitude) }
    await School.update(columns, { where: { id: scope.schoolId } })
    await recordAudit(scope, {
      action: 'school.located',
      subject: { kind: 'school', id: scope.schoolId },
      details: { ...place },
    })
  })
}

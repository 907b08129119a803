import { inTransaction } from '~/database/transaction.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { AdditionalFields } from './additional-schema'
import { type Opened, openForSaving, type SaveOutcome } from './opened-section.server'
import { writeFields } from './write-fields.server'

/** Saves how the student comes and stays, health, and the emergency contact. */
export function saveAdditional(
  scope: SchoolScope | StudentScope,
  publicId: string,
  fields: AdditionalFields,
  opened: Opened,
): Promise<SaveOutcome> {
  const values = {
    travel_mode: fields.travel_mode,
    travel_details: fields.travel_details ?? null,
    staying_with: fields.staying_with,
    staying_details: fields.staying_details ?? null,
    medical_conditions: fields.medical_conditions ?? null,
    allergies: fields.allergies ?? null,
    emergency_contact_name: fields.emergency_contact_name,
    emergency_contact_number: fields.emergency_contact_number,
  }
  return inTransaction(async () => {
    const found = await openForSaving(scope, publicId, opened, values)
    if (!('student' in found)) return found
    await writeFields(scope, found.student, 'additional', found.values)
    return { ok: true }
  })
}

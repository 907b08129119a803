import { inTransaction } from '~/database/transaction.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { areaFields, everyPlaceField, type Place, placeName } from './address-options'
import type { AddressFields } from './address-schema'
import { type Opened, openForSaving, type SaveOutcome } from './opened-section.server'
import { type NewValues, writeFields } from './write-fields.server'

/** Saves both addresses. One that is the same as the permanent one is a copy of it; details of other area types go. */
export function saveAddress(
  scope: SchoolScope | StudentScope,
  publicId: string,
  fields: AddressFields,
  opened: Opened,
): Promise<SaveOutcome> {
  return inTransaction(async () => {
    const found = await openForSaving(scope, publicId, opened, addressValues(fields))
    if (!('student' in found)) return found
    await writeFields(scope, found.student, 'address', found.values)
    return { ok: true }
  })
}

function addressValues(fields: AddressFields): NewValues {
  const source: Place = fields.same_as_permanent ? 'permanent' : 'current'
  return {
    ...placeValues(fields, 'permanent', 'permanent'),
    ...placeValues(fields, source, 'current'),
    same_as_permanent: fields.same_as_permanent,
    distance_from_school: fields.distance_from_school ?? null,
  }
}

function placeValues(fields: AddressFields, from: Place, to: Place): NewValues {
  const area = fields[placeName(from, 'area_type') as 'permanent_area_type']
  const kept: readonly string[] = area ? areaFields[area] : []
  const details: readonly string[] = Object.values(areaFields).flat()
  return Object.fromEntries(
    everyPlaceField.map((field) => {
      const belongs = !details.includes(field) || kept.includes(field)
      return [placeName(to, field), belongs ? (fields[placeName(from, field)] ?? null) : null]
    }),
  )
}

import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { readPoint } from '~/models/core/shared/geo'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { checkLocations } from '~/models/money/vehicles/locations'
import { applyForTransport } from './apply.server'
import { enteredForm, enteredLocations } from './entered-fields'

export const enteredSchema = schemaOf(enteredForm, (values, say) => checkLocations(values, enteredLocations, say))

/**
 * Enters an application on behalf of a student (row id), with the rules and notifications of the student's own
 * application. Returns its public id. Refuses what `applyForTransport` refuses, and `no-point` (the pickup has no
 * coordinates).
 */
export async function enterApplication(
  scope: SchoolScope,
  formKey: string,
  studentId: number,
  {
    pickupLatitude,
    pickupLongitude,
    dropAddress,
    fare: fareStructureId,
    stop: stopId,
    route: preferredRouteId,
    ...values
  }: ValuesOf<typeof enteredForm>,
) {
  const read = readPoint(pickupLatitude ?? '', pickupLongitude ?? '')
  if (!('point' in read)) return refused('no-point')
  const applied = await applyForTransport(
    { ...scope, studentId },
    {
      ...values,
      pickup: read.point,
      dropAddress: dropAddress ?? values.pickupAddress,
      drop: dropAddress === null ? read.point : null,
      fareStructureId,
      stopId,
      preferredRouteId,
      seenPrice: null,
      formKey,
    },
  )
  return applied.ok ? done(applied.value.applicationId) : applied
}

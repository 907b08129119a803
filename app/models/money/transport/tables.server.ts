import { column, editColumns, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { fareForm } from './fare-fields'
import { applicationKinds, applicationStatuses, paymentPlans, refundStates } from './options'

/** Fare calculation; a school has at most one default. */
export const FareStructure = table('fare_structures', { ...thingColumns, ...fareForm.fields, ...editColumns })

/** Application for a seat, of both kinds, with the amounts (paise) of the day it was submitted. */
export const TransportApplication = table('transport_applications', {
  ...thingColumns,
  studentId: column.foreign,
  academicSessionId: column.foreign,
  kind: column.oneOf(applicationKinds),
  status: withDefault(column.oneOf(applicationStatuses)),
  pickupAddress: column.text(200),
  pickupLatitude: column.degrees,
  pickupLongitude: column.degrees,
  dropAddress: column.text(200),
  dropLatitude: orNull(column.degrees),
  dropLongitude: orNull(column.degrees),
  fareStructureId: orNull(column.foreign),
  fareName: column.text(90),
  wantedRouteId: orNull(column.foreign),
  stopId: orNull(column.foreign),
  wantedRunId: orNull(column.foreign),
  runId: orNull(column.foreign),
  pickupMinute: orNull(column.count),
  dropMinute: orNull(column.count),
  paymentPlan: column.oneOf(paymentPlans),
  distanceMetres: column.count,
  /** The school's maps service did not answer, so the distance is measured along a straight line. */
  isStraight: column.tick,
  monthPaise: column.money,
  periodPaise: column.money,
  depositPaise: column.money,
  emergencyContact: column.text(20),
  medicalConditions: orNull(column.text(500)),
  specialRequirements: orNull(column.text(500)),
  appliedAt: column.instant,
  approvedAt: orNull(column.instant),
  activatedAt: orNull(column.instant),
  suspendedAt: orNull(column.instant),
  endedAt: orNull(column.instant),
  startsOn: orNull(column.day),
  resumedOn: orNull(column.day),
  endedOn: orNull(column.day),
  cancelledBy: orNull(column.oneOf(['student', 'office'])),
  remarks: orNull(column.text(500)),
  refundState: withDefault(column.oneOf(refundStates)),
  refundRemarks: orNull(column.text(300)),
  formKey: column.text(40),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})

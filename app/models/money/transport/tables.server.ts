import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { refundDecisionStates } from '~/models/money/subscriptions/options'
import { fareForm } from './fare-fields'
import { applicationKinds, applicationStatuses, paymentPlans } from './options'

/** Fare calculation; a school has at most one default. */
export const FareStructure = table('fare_structures', { ...thingColumns, ...fareForm.fields, ...editColumns })

/** Application for a seat, by fare or by vehicle (`kind`), with the amounts (paise) of the day it was submitted. */
export const TransportApplication = table('transport_applications', {
  ...thingColumns,
  studentId: column.foreign,
  academicSessionId: column.foreign,
  kind: kept('accounts', column.oneOf(applicationKinds)),
  status: withDefault(column.oneOf(applicationStatuses)),
  pickupAddress: kept('services', column.text(200)),
  pickupLatitude: kept('services', column.degrees),
  pickupLongitude: kept('services', column.degrees),
  dropAddress: kept('services', column.text(200)),
  dropLatitude: kept('services', orNull(column.degrees)),
  dropLongitude: kept('services', orNull(column.degrees)),
  fareStructureId: orNull(column.foreign),
  fareName: kept('accounts', column.text(90)),
  wantedRouteId: orNull(column.foreign),
  stopId: orNull(column.foreign),
  wantedRunId: orNull(column.foreign),
  runId: orNull(column.foreign),
  pickupMinute: kept('services', orNull(column.count)),
  dropMinute: kept('services', orNull(column.count)),
  paymentPlan: kept('accounts', column.oneOf(paymentPlans)),
  distanceMetres: kept('accounts', column.count),
  /** The school's maps service did not answer, so the distance is measured along a straight line. */
  isStraight: kept('accounts', column.tick),
  monthPaise: kept('accounts', column.money),
  periodPaise: kept('accounts', column.money),
  depositPaise: kept('accounts', column.money),
  emergencyContact: kept('services', column.text(20)),
  medicalConditions: kept('health', orNull(column.text(500))),
  specialRequirements: kept('health', orNull(column.text(500))),
  appliedAt: column.instant,
  approvedAt: orNull(column.instant),
  activatedAt: orNull(column.instant),
  suspendedAt: orNull(column.instant),
  endedAt: orNull(column.instant),
  startsOn: kept('accounts', orNull(column.day)),
  resumedOn: kept('accounts', orNull(column.day)),
  endedOn: kept('accounts', orNull(column.day)),
  cancelledBy: kept('nobody', orNull(column.oneOf(['student', 'office']))),
  remarks: kept('services', orNull(column.text(500))),
  refundState: withDefault(column.oneOf(refundDecisionStates)),
  refundRemarks: kept('services', orNull(column.text(300))),
  formKey: column.text(40),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})

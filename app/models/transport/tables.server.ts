import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import {
  count,
  day,
  degrees,
  foreign as foreignKey,
  given,
  instant,
  money,
  oneOf,
  orNull,
  table,
  text,
  thing,
  tick,
} from '~/models/shared/table.server'
import { applicationKinds, applicationStatuses, type FareBasis, fareBases, paymentPlans, refundStates } from './options'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }
const foreign = DataTypes.BIGINT.UNSIGNED
const paise = DataTypes.BIGINT

/** A way to reckon fares; amounts are paise of a month. At most one of a school is the default. */
export class FareStructure extends Model<InferAttributes<FareStructure>, InferCreationAttributes<FareStructure>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare name: string
  declare basis: FareBasis
  declare baseFarePaise: number
  declare perKmPaise: number
  declare depositPaise: number
  declare isDefault: CreationOptional<boolean>
  declare isActive: CreationOptional<boolean>
  declare version: CreationOptional<number>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

FareStructure.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    name: DataTypes.STRING(80),
    basis: DataTypes.ENUM(...fareBases),
    baseFarePaise: paise,
    perKmPaise: paise,
    depositPaise: paise,
    isDefault: { type: DataTypes.BOOLEAN, defaultValue: false },
    isActive: { type: DataTypes.BOOLEAN, defaultValue: true },
    version: { type: DataTypes.INTEGER.UNSIGNED, defaultValue: 1 },
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'fare_structures' },
)

/** An application for a seat, of both kinds, with the amounts (paise) of the day it was made. */
export const TransportApplication = table('transport_applications', {
  ...thing,
  studentId: foreignKey,
  academicSessionId: foreignKey,
  kind: oneOf(applicationKinds),
  status: given(oneOf(applicationStatuses)),
  pickupAddress: text(200),
  pickupLatitude: degrees,
  pickupLongitude: degrees,
  dropAddress: text(200),
  dropLatitude: orNull(degrees),
  dropLongitude: orNull(degrees),
  fareStructureId: orNull(foreignKey),
  fareName: text(90),
  wantedRouteId: orNull(foreignKey),
  stopId: orNull(foreignKey),
  wantedRunId: orNull(foreignKey),
  runId: orNull(foreignKey),
  pickupMinute: orNull(count),
  dropMinute: orNull(count),
  paymentPlan: oneOf(paymentPlans),
  distanceMetres: count,
  /** The school's maps service did not answer: the distance is along the straight line. */
  isStraight: tick,
  monthPaise: money,
  periodPaise: money,
  depositPaise: money,
  emergencyContact: text(20),
  medicalConditions: orNull(text(500)),
  specialRequirements: orNull(text(500)),
  appliedAt: instant,
  approvedAt: orNull(instant),
  activatedAt: orNull(instant),
  suspendedAt: orNull(instant),
  endedAt: orNull(instant),
  startsOn: orNull(day),
  resumedOn: orNull(day),
  endedOn: orNull(day),
  cancelledBy: orNull(oneOf(['student', 'office'])),
  remarks: orNull(text(500)),
  refundState: given(oneOf(refundStates)),
  refundRemarks: orNull(text(300)),
  formKey: text(40),
  createdAt: given(instant),
  updatedAt: given(instant),
})

import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import { edited, table, thing } from '~/models/shared/table.server'
import { fareForm } from './fare-fields'
import {
  type ApplicationKind,
  type ApplicationStatus,
  applicationKinds,
  applicationStatuses,
  type PaymentPlan,
  paymentPlans,
  type RefundState,
  refundStates,
} from './options'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }
const foreign = DataTypes.BIGINT.UNSIGNED
const paise = DataTypes.BIGINT

/** A way to reckon fares. At most one of a school is the default. */
export const FareStructure = table('fare_structures', { ...thing, ...fareForm.fields, ...edited })

/** An application for a seat, of both kinds, with the amounts (paise) of the day it was made. */
export class TransportApplication extends Model<
  InferAttributes<TransportApplication>,
  InferCreationAttributes<TransportApplication>
> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare studentId: number
  declare academicSessionId: number
  declare kind: ApplicationKind
  declare status: CreationOptional<ApplicationStatus>
  declare pickupAddress: string
  declare pickupLatitude: string
  declare pickupLongitude: string
  declare dropAddress: string
  declare dropLatitude: string | null
  declare dropLongitude: string | null
  declare fareStructureId: number | null
  declare fareName: string
  declare wantedRouteId: number | null
  declare stopId: number | null
  declare wantedRunId: number | null
  declare runId: CreationOptional<number | null>
  declare pickupMinute: CreationOptional<number | null>
  declare dropMinute: CreationOptional<number | null>
  declare paymentPlan: PaymentPlan
  declare distanceMetres: number
  /** The school's maps service did not answer: the distance is along the straight line. */
  declare isStraight: number
  declare monthPaise: number
  declare periodPaise: number
  declare depositPaise: number
  declare emergencyContact: string
  declare medicalConditions: string | null
  declare specialRequirements: string | null
  declare appliedAt: Date
  declare approvedAt: CreationOptional<Date | null>
  declare activatedAt: CreationOptional<Date | null>
  declare suspendedAt: CreationOptional<Date | null>
  declare endedAt: CreationOptional<Date | null>
  declare startsOn: CreationOptional<string | null>
  declare resumedOn: CreationOptional<string | null>
  declare endedOn: CreationOptional<string | null>
  declare cancelledBy: CreationOptional<'student' | 'office' | null>
  declare remarks: CreationOptional<string | null>
  declare refundState: CreationOptional<RefundState>
  declare refundRemarks: CreationOptional<string | null>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

TransportApplication.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    studentId: foreign,
    academicSessionId: foreign,
    kind: DataTypes.ENUM(...applicationKinds),
    status: { type: DataTypes.ENUM(...applicationStatuses), defaultValue: 'pending' },
    pickupAddress: DataTypes.STRING(200),
    pickupLatitude: DataTypes.DECIMAL(9, 6),
    pickupLongitude: DataTypes.DECIMAL(9, 6),
    dropAddress: DataTypes.STRING(200),
    dropLatitude: DataTypes.DECIMAL(9, 6),
    dropLongitude: DataTypes.DECIMAL(9, 6),
    fareStructureId: foreign,
    fareName: DataTypes.STRING(90),
    wantedRouteId: foreign,
    stopId: foreign,
    wantedRunId: foreign,
    runId: foreign,
    pickupMinute: DataTypes.SMALLINT.UNSIGNED,
    dropMinute: DataTypes.SMALLINT.UNSIGNED,
    paymentPlan: DataTypes.ENUM(...paymentPlans),
    distanceMetres: DataTypes.INTEGER.UNSIGNED,
    isStraight: DataTypes.TINYINT,
    monthPaise: paise,
    periodPaise: paise,
    depositPaise: paise,
    emergencyContact: DataTypes.STRING(20),
    medicalConditions: DataTypes.STRING(500),
    specialRequirements: DataTypes.STRING(500),
    appliedAt: DataTypes.DATE(3),
    approvedAt: DataTypes.DATE(3),
    activatedAt: DataTypes.DATE(3),
    suspendedAt: DataTypes.DATE(3),
    endedAt: DataTypes.DATE(3),
    startsOn: DataTypes.DATEONLY,
    resumedOn: DataTypes.DATEONLY,
    endedOn: DataTypes.DATEONLY,
    cancelledBy: DataTypes.ENUM('student', 'office'),
    remarks: DataTypes.STRING(500),
    refundState: { type: DataTypes.ENUM(...refundStates), defaultValue: 'none' },
    refundRemarks: DataTypes.STRING(300),
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'transport_applications' },
)

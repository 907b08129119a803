import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import { count, edited, file, foreign, given, orNull, table, thing } from '~/models/shared/table.server'
import { hostelForm } from './hostel-fields'
import {
  type ApplicationStatus,
  applicationStatuses,
  type RefundState,
  refundStates,
  type Semester,
  semesters,
} from './options'
import { roomForm } from './room-fields'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }
const bigint = DataTypes.BIGINT.UNSIGNED
const paise = DataTypes.BIGINT

/** A hostel of a school; amounts are paise. Inactive ones are not offered. Where the mess is not compulsory, who asks for it pays. */
export const Hostel = table('hostels', { ...thing, ...hostelForm.fields, imageFileId: orNull(file), ...edited })

/** A room with its beds. `occupiedCount` is changed by steps of `beds.server.ts` only, relatively. */
export const Room = table('rooms', {
  ...thing,
  hostelId: foreign,
  ...roomForm.fields,
  occupiedCount: given(count),
  imageFileId: orNull(file),
  ...edited,
})

/** A student's application for a room, with the amounts (paise) of the day it was made. */
export class HostelApplication extends Model<
  InferAttributes<HostelApplication>,
  InferCreationAttributes<HostelApplication>
> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare studentId: number
  declare hostelId: number
  declare roomId: number
  declare academicSessionId: number
  declare academicYear: string
  declare semester: Semester
  declare checkInDate: string
  declare checkOutDate: string | null
  declare mealPlanRequired: boolean
  declare guardianName: string
  declare guardianPhone: string
  declare guardianEmail: string | null
  declare guardianAddress: string | null
  declare emergencyContact: string
  declare specialRequirements: string | null
  declare status: CreationOptional<ApplicationStatus>
  declare holdsBed: CreationOptional<boolean>
  declare rentPaise: number
  declare depositPaise: number
  declare mealPaise: number
  declare feePaise: number
  declare appliedAt: Date
  declare waitlistedAt: CreationOptional<Date | null>
  declare offeredUntil: CreationOptional<Date | null>
  declare offerLapsedAt: CreationOptional<Date | null>
  declare decidedAt: CreationOptional<Date | null>
  declare adminRemarks: CreationOptional<string | null>
  declare startsOn: CreationOptional<string | null>
  declare checkedInOn: CreationOptional<string | null>
  declare checkedOutOn: CreationOptional<string | null>
  declare cancelledBy: CreationOptional<'student' | 'office' | null>
  declare refundState: CreationOptional<RefundState>
  declare refundRemarks: CreationOptional<string | null>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

HostelApplication.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: bigint,
    studentId: bigint,
    hostelId: bigint,
    roomId: bigint,
    academicSessionId: bigint,
    academicYear: DataTypes.CHAR(9),
    semester: DataTypes.ENUM(...semesters),
    checkInDate: DataTypes.DATEONLY,
    checkOutDate: DataTypes.DATEONLY,
    mealPlanRequired: DataTypes.BOOLEAN,
    guardianName: DataTypes.STRING(100),
    guardianPhone: DataTypes.STRING(20),
    guardianEmail: DataTypes.STRING(190),
    guardianAddress: DataTypes.STRING(300),
    emergencyContact: DataTypes.STRING(20),
    specialRequirements: DataTypes.STRING(500),
    status: { type: DataTypes.ENUM(...applicationStatuses), defaultValue: 'pending' },
    holdsBed: { type: DataTypes.BOOLEAN, defaultValue: false },
    rentPaise: paise,
    depositPaise: paise,
    mealPaise: paise,
    feePaise: paise,
    appliedAt: DataTypes.DATE(3),
    waitlistedAt: DataTypes.DATE(3),
    offeredUntil: DataTypes.DATE(3),
    offerLapsedAt: DataTypes.DATE(3),
    decidedAt: DataTypes.DATE(3),
    adminRemarks: DataTypes.STRING(500),
    startsOn: DataTypes.DATEONLY,
    checkedInOn: DataTypes.DATEONLY,
    checkedOutOn: DataTypes.DATEONLY,
    cancelledBy: DataTypes.ENUM('student', 'office'),
    refundState: { type: DataTypes.ENUM(...refundStates), defaultValue: 'none' },
    refundRemarks: DataTypes.STRING(300),
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'hostel_applications' },
)

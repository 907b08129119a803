import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'

/** A period or break of the school's day. */
export class BellPeriod extends Model<InferAttributes<BellPeriod>, InferCreationAttributes<BellPeriod>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare name: string
  /** `08:00` */
  declare startsAt: string
  declare endsAt: string
  declare isBreak: number
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

BellPeriod.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(40),
    startsAt: DataTypes.TIME,
    endsAt: DataTypes.TIME,
    isBreak: DataTypes.TINYINT,
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'bell_periods' },
)

/** What a section learns in a period, on the days of `timetable_days`. */
export class TimetableEntry extends Model<InferAttributes<TimetableEntry>, InferCreationAttributes<TimetableEntry>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare academicSessionId: number
  declare sectionId: number
  declare periodId: number
  declare subjectId: number
  declare teacherId: number | null
  declare roomNo: string | null
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

TimetableEntry.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    academicSessionId: DataTypes.BIGINT.UNSIGNED,
    sectionId: DataTypes.BIGINT.UNSIGNED,
    periodId: DataTypes.BIGINT.UNSIGNED,
    subjectId: DataTypes.BIGINT.UNSIGNED,
    teacherId: DataTypes.BIGINT.UNSIGNED,
    roomNo: DataTypes.STRING(20),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'timetable_entries' },
)

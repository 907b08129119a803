import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import type { Language } from '~/language/language'
import type { Category, Gender } from '~/models/students/options'

export type AdmissionState = 'pending' | 'accepted' | 'rejected' | 'withdrawn'
export type AdmissionOrigin = 'office' | 'online'

/** Somebody who asks for a seat. `passwordHash` is that of an online registration until the account takes it over. */
export class Admission extends Model<InferAttributes<Admission>, InferCreationAttributes<Admission>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare formKey: string
  declare origin: AdmissionOrigin
  declare state: CreationOptional<AdmissionState>
  declare firstName: string
  declare lastName: string
  declare gender: Gender
  declare dateOfBirth: string
  declare category: Category
  declare mobileNumber: string
  declare email: string | null
  declare fatherName: string
  declare motherName: string
  declare address: string
  declare rte: CreationOptional<boolean>
  declare classId: number | null
  declare academicSessionId: number | null
  declare previousSchool: CreationOptional<string | null>
  declare previousClass: CreationOptional<string | null>
  declare previousBoard: CreationOptional<string | null>
  declare medium: CreationOptional<string | null>
  declare language: CreationOptional<Language>
  declare remarks: CreationOptional<string | null>
  declare passwordHash: CreationOptional<string | null>
  declare reason: CreationOptional<string | null>
  declare decidedBy: CreationOptional<number | null>
  declare decidedAt: CreationOptional<Date | null>
  declare studentId: CreationOptional<number | null>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Admission.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    formKey: DataTypes.STRING(60),
    origin: DataTypes.STRING(6),
    state: { type: DataTypes.STRING(9), defaultValue: 'pending' },
    firstName: DataTypes.STRING(60),
    lastName: DataTypes.STRING(60),
    gender: DataTypes.STRING(6),
    dateOfBirth: DataTypes.DATEONLY,
    category: DataTypes.STRING(7),
    mobileNumber: DataTypes.CHAR(10),
    email: DataTypes.STRING(190),
    fatherName: DataTypes.STRING(120),
    motherName: DataTypes.STRING(120),
    address: DataTypes.STRING(300),
    rte: { type: DataTypes.BOOLEAN, defaultValue: false },
    classId: DataTypes.BIGINT.UNSIGNED,
    academicSessionId: DataTypes.BIGINT.UNSIGNED,
    previousSchool: DataTypes.STRING(160),
    previousClass: DataTypes.STRING(40),
    previousBoard: DataTypes.STRING(80),
    medium: DataTypes.STRING(8),
    language: { type: DataTypes.STRING(2), defaultValue: 'en' },
    remarks: DataTypes.STRING(300),
    passwordHash: DataTypes.STRING(200),
    reason: DataTypes.STRING(200),
    decidedBy: DataTypes.BIGINT.UNSIGNED,
    decidedAt: DataTypes.DATE(3),
    studentId: DataTypes.BIGINT.UNSIGNED,
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'admissions' },
)

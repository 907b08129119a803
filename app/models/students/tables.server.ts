import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import type { Category, Gender, Medium, Religion } from './options'

/** `passwordHash` is null until a password is chosen: until then the date of birth activates the account. */
export class Student extends Model<InferAttributes<Student>, InferCreationAttributes<Student>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare enrollmentNumber: string
  declare firstName: string
  declare lastName: string
  declare gender: Gender
  declare dateOfBirth: string
  declare category: Category
  declare religion: CreationOptional<Religion | null>
  declare mobileNumber: string
  declare email: string | null
  declare language: CreationOptional<'en' | 'hi' | 'gu'>
  declare rte: boolean
  declare nicId: CreationOptional<string | null>
  declare srNo: CreationOptional<string | null>
  declare photoFileId: CreationOptional<number | null>
  declare status: CreationOptional<'active' | 'inactive'>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Student.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    enrollmentNumber: DataTypes.STRING(30),
    firstName: DataTypes.STRING(60),
    lastName: DataTypes.STRING(60),
    gender: DataTypes.STRING(6),
    dateOfBirth: DataTypes.DATEONLY,
    category: DataTypes.STRING(7),
    religion: DataTypes.STRING(9),
    mobileNumber: DataTypes.CHAR(10),
    email: DataTypes.STRING(190),
    language: { type: DataTypes.STRING(2), defaultValue: 'en' },
    rte: DataTypes.BOOLEAN,
    nicId: DataTypes.STRING(30),
    srNo: DataTypes.STRING(30),
    photoFileId: DataTypes.BIGINT.UNSIGNED,
    status: { type: DataTypes.STRING(8), defaultValue: 'active' },
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'students' },
)

export class StudentAddress extends Model<InferAttributes<StudentAddress>, InferCreationAttributes<StudentAddress>> {
  declare studentId: number
  declare schoolId: number
  declare address: string
  declare updatedAt: CreationOptional<Date>
}

StudentAddress.init(
  {
    studentId: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true },
    schoolId: DataTypes.BIGINT.UNSIGNED,
    address: DataTypes.STRING(300),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'student_addresses', createdAt: false },
)

/** The parents' names: the one home of that fact, whichever form shows it. */
export class Guardian extends Model<InferAttributes<Guardian>, InferCreationAttributes<Guardian>> {
  declare studentId: number
  declare schoolId: number
  declare fatherName: string
  declare motherName: string
  declare updatedAt: CreationOptional<Date>
}

Guardian.init(
  {
    studentId: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true },
    schoolId: DataTypes.BIGINT.UNSIGNED,
    fatherName: DataTypes.STRING(120),
    motherName: DataTypes.STRING(120),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'guardians', createdAt: false },
)

/** Admission and previous school; roll number and section are the enrollment's. */
export class AcademicInfo extends Model<InferAttributes<AcademicInfo>, InferCreationAttributes<AcademicInfo>> {
  declare studentId: number
  declare schoolId: number
  declare medium: CreationOptional<Medium | null>
  declare updatedAt: CreationOptional<Date>
}

AcademicInfo.init(
  {
    studentId: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true },
    schoolId: DataTypes.BIGINT.UNSIGNED,
    medium: DataTypes.STRING(8),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'academic_infos', createdAt: false },
)

import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'

export class AcademicSession extends Model<InferAttributes<AcademicSession>, InferCreationAttributes<AcademicSession>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare name: string
  declare startsOn: string
  declare endsOn: string
  /** At most one of a school: a unique key holds it. */
  declare isCurrent: boolean
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

AcademicSession.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(20),
    startsOn: DataTypes.DATEONLY,
    endsOn: DataTypes.DATEONLY,
    isCurrent: DataTypes.BOOLEAN,
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'academic_sessions' },
)

export class SchoolClass extends Model<InferAttributes<SchoolClass>, InferCreationAttributes<SchoolClass>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare name: string
  declare position: number
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

SchoolClass.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(40),
    position: DataTypes.SMALLINT,
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'classes' },
)

export class Section extends Model<InferAttributes<Section>, InferCreationAttributes<Section>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare classId: number
  declare name: string
  declare capacity: number
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Section.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    classId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(20),
    capacity: DataTypes.SMALLINT.UNSIGNED,
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'sections' },
)

/** A student's place in one session; its seat is counted in `section_seats`. */
export class Enrollment extends Model<InferAttributes<Enrollment>, InferCreationAttributes<Enrollment>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare studentId: number
  declare academicSessionId: number
  declare classId: number
  declare sectionId: number
  declare rollNumber: number | null
  declare enrolledOn: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Enrollment.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    studentId: DataTypes.BIGINT.UNSIGNED,
    academicSessionId: DataTypes.BIGINT.UNSIGNED,
    classId: DataTypes.BIGINT.UNSIGNED,
    sectionId: DataTypes.BIGINT.UNSIGNED,
    rollNumber: DataTypes.SMALLINT.UNSIGNED,
    enrolledOn: DataTypes.DATEONLY,
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'enrollments' },
)

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
  declare classTeacherId: CreationOptional<number | null>
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
    classTeacherId: DataTypes.BIGINT.UNSIGNED,
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'sections' },
)

export class Subject extends Model<InferAttributes<Subject>, InferCreationAttributes<Subject>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare name: string
  declare code: string | null
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Subject.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(80),
    code: DataTypes.STRING(20),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'subjects' },
)

export class Teacher extends Model<InferAttributes<Teacher>, InferCreationAttributes<Teacher>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  /** The sign-in of this teacher, where there is one. */
  declare staffUserId: number | null
  declare employeeNumber: string
  declare firstName: string
  declare lastName: string
  declare email: string | null
  declare mobileNumber: string | null
  declare qualification: string | null
  declare joinedOn: string | null
  declare status: CreationOptional<'active' | 'inactive'>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Teacher.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    staffUserId: DataTypes.BIGINT.UNSIGNED,
    employeeNumber: DataTypes.STRING(30),
    firstName: DataTypes.STRING(60),
    lastName: DataTypes.STRING(60),
    email: DataTypes.STRING(190),
    mobileNumber: DataTypes.CHAR(10),
    qualification: DataTypes.STRING(120),
    joinedOn: DataTypes.DATEONLY,
    status: { type: DataTypes.STRING(8), defaultValue: 'active' },
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'teachers' },
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

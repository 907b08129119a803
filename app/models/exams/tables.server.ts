import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import { type ExamType, examTypes } from './options'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }

/** An exam of one class in one session. Students see its results from `publishedAt` on. */
export class Exam extends Model<InferAttributes<Exam>, InferCreationAttributes<Exam>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare academicSessionId: number
  declare classId: number
  declare name: string
  declare description: string | null
  declare type: ExamType
  /** YYYY-MM-DD */
  declare startsOn: string
  declare endsOn: string
  declare publishedAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Exam.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    academicSessionId: DataTypes.BIGINT.UNSIGNED,
    classId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(80),
    description: DataTypes.STRING(500),
    type: DataTypes.ENUM(...examTypes),
    startsOn: DataTypes.DATEONLY,
    endsOn: DataTypes.DATEONLY,
    publishedAt: DataTypes.DATE(3),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'exams' },
)

/** One subject of an exam. Times are `HH:MM`, both or neither. */
export class ExamPaper extends Model<InferAttributes<ExamPaper>, InferCreationAttributes<ExamPaper>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare examId: number
  declare subjectId: number
  declare heldOn: string
  declare startTime: string | null
  declare endTime: string | null
  /** Read it is a text, as every DECIMAL. */
  declare maxMarks: number | string
  declare passMarks: number | string | null
  declare roomNo: string | null
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

ExamPaper.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    examId: DataTypes.BIGINT.UNSIGNED,
    subjectId: DataTypes.BIGINT.UNSIGNED,
    heldOn: DataTypes.DATEONLY,
    startTime: DataTypes.TIME,
    endTime: DataTypes.TIME,
    maxMarks: DataTypes.DECIMAL(6, 2),
    passMarks: DataTypes.DECIMAL(6, 2),
    roomNo: DataTypes.STRING(20),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'exam_papers' },
)

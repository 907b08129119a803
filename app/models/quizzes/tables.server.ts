import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/database.server'
import { type QuestionType, questionTypes } from './options'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }

/** A quiz of one class in one session; of some sections only where `quiz_sections` has rows. Students see it once it is published. */
export class Quiz extends Model<InferAttributes<Quiz>, InferCreationAttributes<Quiz>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare academicSessionId: number
  declare classId: number
  declare subjectId: number | null
  declare title: string
  declare description: string | null
  declare durationMinutes: number
  declare availableFrom: Date
  declare availableUntil: Date
  declare publishedAt: CreationOptional<Date | null>
  /** Row id of the staff user. */
  declare createdBy: number | null
  /** Counts every save of the quiz or of its questions. */
  declare version: CreationOptional<number>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Quiz.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    academicSessionId: DataTypes.BIGINT.UNSIGNED,
    classId: DataTypes.BIGINT.UNSIGNED,
    subjectId: DataTypes.BIGINT.UNSIGNED,
    title: DataTypes.STRING(120),
    description: DataTypes.STRING(1000),
    durationMinutes: DataTypes.SMALLINT.UNSIGNED,
    availableFrom: DataTypes.DATE(3),
    availableUntil: DataTypes.DATE(3),
    publishedAt: DataTypes.DATE(3),
    createdBy: DataTypes.BIGINT.UNSIGNED,
    version: { type: DataTypes.INTEGER.UNSIGNED, defaultValue: 1 },
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'quizzes' },
)

/** One question of a quiz, in the order of `position`. */
export class QuizQuestion extends Model<InferAttributes<QuizQuestion>, InferCreationAttributes<QuizQuestion>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare quizId: number
  declare position: number
  declare type: QuestionType
  declare questionText: string
  /** Read it is a text, as every DECIMAL. */
  declare marks: number | string
  /** What one form says is stored once; null in a copy. */
  declare formKey: string | null
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

QuizQuestion.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    quizId: DataTypes.BIGINT.UNSIGNED,
    position: DataTypes.SMALLINT.UNSIGNED,
    type: DataTypes.ENUM(...questionTypes),
    questionText: DataTypes.STRING(1000),
    marks: DataTypes.DECIMAL(5, 2),
    formKey: DataTypes.CHAR(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'quiz_questions' },
)

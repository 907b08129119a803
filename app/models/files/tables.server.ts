import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/database.server'

/** Who may read a file: everybody, its student and the student's school, or the school alone. */
export type FileVisibility = 'public' | 'student' | 'school'

/** Owner, name and type of what lies in the file store under `storageKey`. A pending one waits for a form to be completed. */
export class StoredFile extends Model<InferAttributes<StoredFile>, InferCreationAttributes<StoredFile>> {
  declare id: CreationOptional<number>
  declare schoolId: number
  declare studentId: number | null
  declare storageKey: string
  declare visibility: FileVisibility
  declare contentType: string
  declare fileName: string
  declare sizeBytes: number
  declare state: CreationOptional<'pending' | 'kept'>
  /** The picture that this is the small twin of. */
  declare thumbnailOf: CreationOptional<number | null>
  declare createdAt: CreationOptional<Date>
}

StoredFile.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    schoolId: DataTypes.BIGINT.UNSIGNED,
    studentId: DataTypes.BIGINT.UNSIGNED,
    storageKey: DataTypes.STRING(120),
    visibility: DataTypes.ENUM('public', 'student', 'school'),
    contentType: DataTypes.STRING(80),
    fileName: DataTypes.STRING(160),
    sizeBytes: DataTypes.INTEGER.UNSIGNED,
    state: { type: DataTypes.ENUM('pending', 'kept'), defaultValue: 'pending' },
    thumbnailOf: DataTypes.BIGINT.UNSIGNED,
    createdAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'files', updatedAt: false },
)

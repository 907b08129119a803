import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'

export class School extends Model<InferAttributes<School>, InferCreationAttributes<School>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare name: string
  declare email: string
  declare phone: string
  declare address: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

School.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    name: DataTypes.STRING(120),
    email: DataTypes.STRING(190),
    phone: DataTypes.STRING(20),
    address: DataTypes.STRING(300),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'schools' },
)

/** Payment keys are texts of services/secrets (AES-256-GCM); a null key id means that online payment is not set up. */
export class SchoolSettings extends Model<InferAttributes<SchoolSettings>, InferCreationAttributes<SchoolSettings>> {
  declare schoolId: number
  declare razorpayKeyId: CreationOptional<string | null>
  declare razorpayKeySecret: CreationOptional<string | null>
  declare razorpayWebhookSecret: CreationOptional<string | null>
  declare razorpayWebhookSecretOld: CreationOptional<string | null>
  declare razorpayWebhookSecretChangedAt: CreationOptional<Date | null>
  declare updatedAt: CreationOptional<Date>
}

SchoolSettings.init(
  {
    schoolId: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true },
    razorpayKeyId: DataTypes.STRING(60),
    razorpayKeySecret: DataTypes.STRING(400),
    razorpayWebhookSecret: DataTypes.STRING(400),
    razorpayWebhookSecretOld: DataTypes.STRING(400),
    razorpayWebhookSecretChangedAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'school_settings', createdAt: false },
)

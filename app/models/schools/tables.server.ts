import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'

export class School extends Model<InferAttributes<School>, InferCreationAttributes<School>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare name: string
  declare email: string
  declare phone: string
  declare address: string
  declare logoFileId: CreationOptional<number | null>
  declare board: CreationOptional<string | null>
  declare affiliationNumber: CreationOptional<string | null>
  declare latitude: CreationOptional<string | null>
  declare longitude: CreationOptional<string | null>
  /** Since when the public sees the school; null until the operator says yes. */
  declare approvedAt: CreationOptional<Date | null>
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
    logoFileId: DataTypes.BIGINT.UNSIGNED,
    board: DataTypes.STRING(80),
    affiliationNumber: DataTypes.STRING(40),
    latitude: DataTypes.DECIMAL(9, 6),
    longitude: DataTypes.DECIMAL(9, 6),
    approvedAt: DataTypes.DATE(3),
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
  declare yearStartsMonth: CreationOptional<number>
  declare activationCodeRequired: CreationOptional<boolean>
  /** Roles with commas between them. */
  declare factorRoles: CreationOptional<string>
  declare onlineAdmissions: CreationOptional<boolean>
  declare partPaymentAllowed: CreationOptional<boolean>
  declare partPaymentMinimumPaise: CreationOptional<number>
  declare rankShown: CreationOptional<boolean>
  declare mapsKey: CreationOptional<string | null>
  declare mapsBrowserKey: CreationOptional<string | null>
  declare fineKind: CreationOptional<'none' | 'flat' | 'per_day' | 'slabs'>
  declare fineAmountPaise: CreationOptional<number>
  declare fineGraceDays: CreationOptional<number>
  declare fineCapPaise: CreationOptional<number | null>
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
    yearStartsMonth: DataTypes.TINYINT.UNSIGNED,
    activationCodeRequired: DataTypes.BOOLEAN,
    factorRoles: DataTypes.STRING(60),
    onlineAdmissions: DataTypes.BOOLEAN,
    partPaymentAllowed: DataTypes.BOOLEAN,
    partPaymentMinimumPaise: DataTypes.BIGINT,
    rankShown: DataTypes.BOOLEAN,
    mapsKey: DataTypes.STRING(400),
    mapsBrowserKey: DataTypes.STRING(400),
    fineKind: DataTypes.STRING(7),
    fineAmountPaise: DataTypes.BIGINT,
    fineGraceDays: DataTypes.SMALLINT.UNSIGNED,
    fineCapPaise: DataTypes.BIGINT,
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'school_settings', createdAt: false },
)

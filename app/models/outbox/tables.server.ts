import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/database.server'

/** A mail as it was written with the change that it tells of, in the reader's language already. */
export class OutgoingMail extends Model<InferAttributes<OutgoingMail>, InferCreationAttributes<OutgoingMail>> {
  declare id: CreationOptional<number>
  declare schoolId: number | null
  declare toAddress: string
  declare subject: string
  declare bodyText: string
  declare state: CreationOptional<'waiting' | 'sent' | 'failed'>
  declare attempts: CreationOptional<number>
  declare lastError: CreationOptional<string | null>
  declare createdAt: CreationOptional<Date>
  declare sentAt: CreationOptional<Date | null>
}

OutgoingMail.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    schoolId: DataTypes.BIGINT.UNSIGNED,
    toAddress: DataTypes.STRING(190),
    subject: DataTypes.STRING(200),
    bodyText: DataTypes.TEXT,
    state: { type: DataTypes.ENUM('waiting', 'sent', 'failed'), defaultValue: 'waiting' },
    attempts: { type: DataTypes.SMALLINT.UNSIGNED, defaultValue: 0 },
    lastError: DataTypes.STRING(300),
    createdAt: DataTypes.DATE(3),
    sentAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'outgoing_mail', updatedAt: false },
)

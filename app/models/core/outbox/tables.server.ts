import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/database.server'
import { column, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { type JobClass, jobClasses } from './job-kinds'
import { type MailKind, type MailState, mailKinds, mailStates, unsubscribeWays } from './options'

/** A mail written together with the change that it reports, already in the recipient's language. */
export class OutgoingMail extends Model<InferAttributes<OutgoingMail>, InferCreationAttributes<OutgoingMail>> {
  declare id: CreationOptional<number>
  declare schoolId: number | null
  declare kind: CreationOptional<MailKind>
  declare class: CreationOptional<JobClass>
  declare toAddress: string
  declare subject: string
  declare bodyText: string
  declare state: CreationOptional<MailState>
  declare attempts: CreationOptional<number>
  declare lastError: CreationOptional<string | null>
  declare createdAt: CreationOptional<Date>
  declare breachPersonId: CreationOptional<number | null>
  declare sentAt: CreationOptional<Date | null>
  declare dismissedAt: CreationOptional<Date | null>
  declare bouncedAt: CreationOptional<Date | null>
}

OutgoingMail.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    schoolId: DataTypes.BIGINT.UNSIGNED,
    kind: { type: DataTypes.ENUM(...mailKinds), defaultValue: 'transactional' },
    class: { type: DataTypes.ENUM(...jobClasses), defaultValue: 'bulk' },
    toAddress: DataTypes.STRING(190),
    subject: DataTypes.STRING(200),
    bodyText: DataTypes.TEXT,
    state: { type: DataTypes.ENUM(...mailStates), defaultValue: 'waiting' },
    attempts: { type: DataTypes.SMALLINT.UNSIGNED, defaultValue: 0 },
    lastError: DataTypes.STRING(300),
    createdAt: DataTypes.DATE(3),
    breachPersonId: DataTypes.BIGINT.UNSIGNED,
    sentAt: DataTypes.DATE(3),
    dismissedAt: DataTypes.DATE(3),
    bouncedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'outgoing_mail', updatedAt: false },
)

/** A school's record of an address: whether mails bounce, and whether the recipient has unsubscribed. */
export const MailAddress = table('mail_addresses', {
  ...thingColumns,
  toAddress: column.text(190),
  unsubscribedAt: orNull(column.instant),
  unsubscribedBy: orNull(column.oneOf(unsubscribeWays)),
  bouncedAt: orNull(column.instant),
  bounceReason: orNull(column.text(300)),
  softBounces: withDefault(column.count),
  softBouncedAt: orNull(column.instant),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})

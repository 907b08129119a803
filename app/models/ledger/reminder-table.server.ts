import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'

/** That a student was reminded of what is overdue, once a day at most. */
export class FeeReminder extends Model<InferAttributes<FeeReminder>, InferCreationAttributes<FeeReminder>> {
  declare id: CreationOptional<number>
  declare schoolId: number
  declare studentId: number
  declare remindedOn: string
  declare overduePaise: number
  declare sentBy: number | null
  declare createdAt: Date
}

FeeReminder.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    schoolId: DataTypes.BIGINT.UNSIGNED,
    studentId: DataTypes.BIGINT.UNSIGNED,
    remindedOn: DataTypes.DATEONLY,
    overduePaise: DataTypes.BIGINT,
    sentBy: DataTypes.BIGINT.UNSIGNED,
    createdAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'fee_reminders', timestamps: false },
)

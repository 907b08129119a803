import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import type { StaffRole } from './permissions'

export class StaffUser extends Model<InferAttributes<StaffUser>, InferCreationAttributes<StaffUser>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare name: string
  declare email: string
  declare role: StaffRole
  declare status: CreationOptional<'active' | 'inactive'>
  /** NULL until the invited person chooses one from the mail. */
  declare passwordHash: CreationOptional<string | null>
  declare passwordChangedAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

StaffUser.init(
  {
    id: { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true },
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(120),
    email: DataTypes.STRING(190),
    role: DataTypes.STRING(10),
    status: { type: DataTypes.STRING(8), defaultValue: 'active' },
    passwordHash: DataTypes.STRING(200),
    passwordChangedAt: DataTypes.DATE(3),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'staff_users' },
)

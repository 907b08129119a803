import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import { type ConcessionKind, concessionKinds, type HeadKind, headKinds } from './options'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }

/** A fee of one class in one session. `assignedAt`: from then on who is enrolled there owes it. */
export class Fee extends Model<InferAttributes<Fee>, InferCreationAttributes<Fee>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare academicSessionId: number
  declare classId: number
  declare name: string
  /** A text of the ledger's fine-rules.ts; null: no late fine. */
  declare fineRule: CreationOptional<string | null>
  declare assignedAt: CreationOptional<Date | null>
  /** The once-only key of the form that made it. */
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Fee.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    academicSessionId: DataTypes.BIGINT.UNSIGNED,
    classId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(80),
    fineRule: DataTypes.STRING(200),
    assignedAt: DataTypes.DATE(3),
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'fees' },
)

/** What the money is for. */
export class FeeHead extends Model<InferAttributes<FeeHead>, InferCreationAttributes<FeeHead>> {
  declare id: CreationOptional<number>
  declare feeId: number
  declare position: number
  declare kind: HeadKind
  declare name: string
  declare amountPaise: number
}

FeeHead.init(
  {
    id,
    feeId: DataTypes.BIGINT.UNSIGNED,
    position: DataTypes.SMALLINT,
    kind: DataTypes.ENUM(...headKinds),
    name: DataTypes.STRING(80),
    amountPaise: DataTypes.BIGINT,
  },
  { sequelize: database(), tableName: 'fee_heads', timestamps: false },
)

/** When how much of it is due; its id is the source of the students' dues. */
export class FeeInstalment extends Model<InferAttributes<FeeInstalment>, InferCreationAttributes<FeeInstalment>> {
  declare id: CreationOptional<number>
  declare feeId: number
  declare position: number
  declare title: string
  declare dueOn: string
  declare amountPaise: number
}

FeeInstalment.init(
  {
    id,
    feeId: DataTypes.BIGINT.UNSIGNED,
    position: DataTypes.SMALLINT,
    title: DataTypes.STRING(80),
    dueOn: DataTypes.DATEONLY,
    amountPaise: DataTypes.BIGINT,
  },
  { sequelize: database(), tableName: 'fee_instalments', timestamps: false },
)

/** Less to pay for one student: a percentage, or an amount of one fee. `feeId` null: all fees of the session. */
export class Concession extends Model<InferAttributes<Concession>, InferCreationAttributes<Concession>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare studentId: number
  declare academicSessionId: number
  declare feeId: number | null
  declare kind: ConcessionKind
  /** 2500 is 25 %. */
  declare percentHundredths: number | null
  declare amountPaise: number | null
  declare reason: string
  /** The name of who gave it. */
  declare givenBy: string
  declare formKey: string
  declare removedAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Concession.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    studentId: DataTypes.BIGINT.UNSIGNED,
    academicSessionId: DataTypes.BIGINT.UNSIGNED,
    feeId: DataTypes.BIGINT.UNSIGNED,
    kind: DataTypes.ENUM(...concessionKinds),
    percentHundredths: DataTypes.SMALLINT.UNSIGNED,
    amountPaise: DataTypes.BIGINT,
    reason: DataTypes.STRING(200),
    givenBy: DataTypes.STRING(120),
    formKey: DataTypes.STRING(40),
    removedAt: DataTypes.DATE(3),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'concessions' },
)

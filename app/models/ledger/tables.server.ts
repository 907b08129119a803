import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelAttributes,
} from 'sequelize'
import { database } from '~/database/connection.server'
import {
  type DueKind,
  dueKinds,
  type LineKind,
  type LineState,
  type LinkState,
  lineKinds,
  linkStates,
  type OfflineMethod,
  offlineMethods,
  type PaymentMethod,
  type PaymentState,
  paymentMethods,
  paymentStates,
  type RefundState,
} from './options'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }
const foreign = DataTypes.BIGINT.UNSIGNED
const paise = DataTypes.BIGINT
const instant = DataTypes.DATE(3)
const times = { createdAt: instant, updatedAt: instant } satisfies ModelAttributes

/** One thing owed by a student. Amounts are paise; the database refuses `paid` above amount − concession + fine. */
export class Due extends Model<InferAttributes<Due>, InferCreationAttributes<Due>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare studentId: number
  declare academicSessionId: number
  declare kind: DueKind
  declare sourceId: number
  declare name: string
  declare title: string
  declare dueOn: string
  declare amountPaise: number
  declare concessionPaise: CreationOptional<number>
  declare finePaise: CreationOptional<number>
  /** A text of fine-rules.ts. */
  declare fineRule: CreationOptional<string | null>
  declare fineAccruedOn: CreationOptional<string | null>
  declare fineWaivedPaise: CreationOptional<number>
  declare fineWaivedAt: CreationOptional<Date | null>
  declare fineWaiverReason: CreationOptional<string | null>
  declare paidPaise: CreationOptional<number>
  declare state: CreationOptional<'open' | 'cancelled'>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}
Due.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    studentId: foreign,
    academicSessionId: foreign,
    kind: DataTypes.ENUM(...dueKinds),
    sourceId: foreign,
    name: DataTypes.STRING(120),
    title: DataTypes.STRING(120),
    dueOn: DataTypes.DATEONLY,
    amountPaise: paise,
    concessionPaise: { type: paise, defaultValue: 0 },
    finePaise: { type: paise, defaultValue: 0 },
    fineRule: DataTypes.STRING(200),
    fineAccruedOn: DataTypes.DATEONLY,
    fineWaivedPaise: { type: paise, defaultValue: 0 },
    fineWaivedAt: instant,
    fineWaiverReason: DataTypes.STRING(200),
    paidPaise: { type: paise, defaultValue: 0 },
    state: { type: DataTypes.ENUM('open', 'cancelled'), defaultValue: 'open' },
    ...times,
  },
  { sequelize: database(), tableName: 'dues' },
)

/** What a due is made of; parts sum to its amount. */
export class DuePartRow extends Model<InferAttributes<DuePartRow>, InferCreationAttributes<DuePartRow>> {
  declare dueId: number
  declare position: number
  declare name: string
  declare amountPaise: number
}
DuePartRow.init(
  {
    dueId: { type: foreign, primaryKey: true },
    position: { type: DataTypes.SMALLINT, primaryKey: true },
    name: DataTypes.STRING(80),
    amountPaise: paise,
  },
  { sequelize: database(), tableName: 'due_parts', timestamps: false },
)

/** One act of paying. `form_key` and `provider_reference` are unique: fifty identical clicks make one row and one link. */
export class Payment extends Model<InferAttributes<Payment>, InferCreationAttributes<Payment>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare studentId: number
  declare method: PaymentMethod
  declare state: PaymentState
  declare amountPaise: number
  declare capturedPaise: CreationOptional<number>
  declare refundedPaise: CreationOptional<number>
  declare transactionId: CreationOptional<string | null>
  declare reference: CreationOptional<string | null>
  /** What the student sent along: a picture or PDF of the transfer. */
  declare proofFileId: CreationOptional<number | null>
  declare remarks: CreationOptional<string | null>
  declare formKey: string
  declare providerReference: CreationOptional<string | null>
  declare providerLinkId: CreationOptional<string | null>
  declare providerLinkUrl: CreationOptional<string | null>
  declare linkState: CreationOptional<LinkState>
  declare linkExpiresAt: CreationOptional<Date | null>
  declare linkClaimedUntil: CreationOptional<Date | null>
  declare nextCheckAt: CreationOptional<Date | null>
  declare checks: CreationOptional<number>
  declare failure: CreationOptional<string | null>
  declare recordedBy: CreationOptional<number | null>
  declare paidAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}
Payment.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    studentId: foreign,
    method: DataTypes.ENUM(...paymentMethods),
    state: DataTypes.ENUM(...paymentStates),
    amountPaise: paise,
    capturedPaise: { type: paise, defaultValue: 0 },
    refundedPaise: { type: paise, defaultValue: 0 },
    transactionId: DataTypes.STRING(60),
    reference: DataTypes.STRING(80),
    proofFileId: foreign,
    remarks: DataTypes.STRING(200),
    formKey: DataTypes.STRING(40),
    providerReference: DataTypes.STRING(40),
    providerLinkId: DataTypes.STRING(40),
    providerLinkUrl: DataTypes.STRING(300),
    linkState: { type: DataTypes.ENUM(...linkStates), defaultValue: 'none' },
    linkExpiresAt: instant,
    linkClaimedUntil: instant,
    nextCheckAt: instant,
    checks: { type: DataTypes.SMALLINT.UNSIGNED, defaultValue: 0 },
    failure: DataTypes.STRING(200),
    recordedBy: foreign,
    paidAt: instant,
    ...times,
  },
  { sequelize: database(), tableName: 'payments' },
)

/** Gives a part of a payment to a due, or takes it back; the generated column is_open_online is the database's own. */
export class PaymentLine extends Model<InferAttributes<PaymentLine>, InferCreationAttributes<PaymentLine>> {
  declare id: CreationOptional<number>
  declare schoolId: number
  declare paymentId: number
  declare dueId: number | null
  declare kind: LineKind
  declare state: LineState
  declare isOnline: boolean
  declare amountPaise: number
  declare refundId: CreationOptional<number | null>
  declare settledAt: CreationOptional<Date | null>
  declare createdAt: CreationOptional<Date>
}
PaymentLine.init(
  {
    id,
    schoolId: foreign,
    paymentId: foreign,
    dueId: foreign,
    kind: DataTypes.ENUM(...lineKinds),
    state: DataTypes.ENUM('open', 'settled', 'void'),
    isOnline: DataTypes.BOOLEAN,
    amountPaise: paise,
    refundId: foreign,
    settledAt: instant,
    createdAt: instant,
  },
  { sequelize: database(), tableName: 'payment_lines', updatedAt: false },
)

/** `view` is the receipt as it was issued (JSON text); a cancelled receipt keeps its number. */
export class Receipt extends Model<InferAttributes<Receipt>, InferCreationAttributes<Receipt>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare studentId: number
  declare paymentId: number
  declare financialYear: string
  declare number: number
  declare view: string
  declare fileId: CreationOptional<number | null>
  declare cancelledAt: CreationOptional<Date | null>
  declare issuedAt: Date
}
Receipt.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    studentId: foreign,
    paymentId: foreign,
    financialYear: DataTypes.CHAR(7),
    number: DataTypes.INTEGER.UNSIGNED,
    view: DataTypes.TEXT,
    fileId: foreign,
    cancelledAt: instant,
    issuedAt: instant,
  },
  { sequelize: database(), tableName: 'receipts', timestamps: false },
)

export class Refund extends Model<InferAttributes<Refund>, InferCreationAttributes<Refund>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare paymentId: number
  declare amountPaise: number
  declare state: RefundState
  declare reason: string
  /** How it was given back over the counter; null where the provider returns it. */
  declare givenBy: CreationOptional<OfflineMethod | null>
  declare givenReference: CreationOptional<string | null>
  declare formKey: string
  declare providerPaymentId: CreationOptional<string | null>
  declare providerRefundId: CreationOptional<string | null>
  declare failure: CreationOptional<string | null>
  declare requestedBy: CreationOptional<number | null>
  declare createdAt: CreationOptional<Date>
  declare doneAt: CreationOptional<Date | null>
}
Refund.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    paymentId: foreign,
    amountPaise: paise,
    state: DataTypes.ENUM('requested', 'done', 'failed'),
    reason: DataTypes.STRING(200),
    givenBy: DataTypes.ENUM(...offlineMethods),
    givenReference: DataTypes.STRING(80),
    formKey: DataTypes.STRING(40),
    providerPaymentId: DataTypes.STRING(40),
    providerRefundId: DataTypes.STRING(40),
    failure: DataTypes.STRING(200),
    requestedBy: foreign,
    createdAt: instant,
    doneAt: instant,
  },
  { sequelize: database(), tableName: 'refunds', updatedAt: false },
)

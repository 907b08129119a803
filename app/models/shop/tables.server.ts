import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import { type Canceller, cancellers, type OrderMethod, type OrderState, orderMethods, orderStates } from './options'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }

/** What the store sells; prices are paise with tax. Inactive ones are not offered. */
export class Product extends Model<InferAttributes<Product>, InferCreationAttributes<Product>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare name: string
  declare description: string | null
  declare pricePaise: number
  declare salePricePaise: number | null
  declare taxBasisPoints: number
  declare hsnCode: string | null
  declare lowStockAt: number
  declare isActive: CreationOptional<boolean>
  declare version: CreationOptional<number>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Product.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    name: DataTypes.STRING(120),
    description: DataTypes.STRING(1000),
    pricePaise: DataTypes.BIGINT,
    salePricePaise: DataTypes.BIGINT,
    taxBasisPoints: DataTypes.SMALLINT.UNSIGNED,
    hsnCode: DataTypes.STRING(8),
    lowStockAt: DataTypes.INTEGER.UNSIGNED,
    isActive: { type: DataTypes.BOOLEAN, defaultValue: true },
    version: { type: DataTypes.INTEGER.UNSIGNED, defaultValue: 1 },
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'products' },
)

/** A size or kind of a product with its own stock: what can still be sold. A product without sizes has one with an empty label. */
export class ProductVariant extends Model<InferAttributes<ProductVariant>, InferCreationAttributes<ProductVariant>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare productId: number
  declare label: string
  declare position: number
  declare stock: number
  declare isActive: CreationOptional<boolean>
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

ProductVariant.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    productId: DataTypes.BIGINT.UNSIGNED,
    label: DataTypes.STRING(40),
    position: DataTypes.SMALLINT.UNSIGNED,
    stock: DataTypes.INTEGER,
    isActive: { type: DataTypes.BOOLEAN, defaultValue: true },
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'product_variants' },
)

/** What a student bought; its due in the ledger has kind `order` and this row as its source. */
export class Order extends Model<InferAttributes<Order>, InferCreationAttributes<Order>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare studentId: number
  declare financialYear: string
  declare number: number
  declare invoiceYear: CreationOptional<string | null>
  declare invoiceNumber: CreationOptional<number | null>
  declare method: OrderMethod
  declare state: OrderState
  declare totalPaise: number
  declare reservedUntil: Date | null
  declare placedAt: Date
  declare paidAt: CreationOptional<Date | null>
  declare invoicedAt: CreationOptional<Date | null>
  declare packedAt: CreationOptional<Date | null>
  declare handedOverAt: CreationOptional<Date | null>
  declare handedOverTo: CreationOptional<string | null>
  declare cancelledAt: CreationOptional<Date | null>
  declare cancelledBy: CreationOptional<Canceller | null>
  declare cancelReason: CreationOptional<string | null>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Order.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: DataTypes.BIGINT.UNSIGNED,
    studentId: DataTypes.BIGINT.UNSIGNED,
    financialYear: DataTypes.CHAR(7),
    number: DataTypes.INTEGER.UNSIGNED,
    invoiceYear: DataTypes.CHAR(7),
    invoiceNumber: DataTypes.INTEGER.UNSIGNED,
    method: DataTypes.ENUM(...orderMethods),
    state: DataTypes.ENUM(...orderStates),
    totalPaise: DataTypes.BIGINT,
    reservedUntil: DataTypes.DATE(3),
    placedAt: DataTypes.DATE(3),
    paidAt: DataTypes.DATE(3),
    invoicedAt: DataTypes.DATE(3),
    packedAt: DataTypes.DATE(3),
    handedOverAt: DataTypes.DATE(3),
    handedOverTo: DataTypes.STRING(120),
    cancelledAt: DataTypes.DATE(3),
    cancelledBy: DataTypes.ENUM(...cancellers),
    cancelReason: DataTypes.STRING(200),
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'orders' },
)

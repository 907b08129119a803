import { type CreationOptional, DataTypes, type InferAttributes, type InferCreationAttributes, Model } from 'sequelize'
import { database } from '~/database/connection.server'
import {
  type FeeType,
  feeTypes,
  type VehicleDocumentKind,
  type VehicleStatus,
  type VehicleType,
  vehicleDocumentKinds,
  vehicleStatuses,
  vehicleTypes,
} from './options'

const id = { type: DataTypes.BIGINT.UNSIGNED, primaryKey: true, autoIncrement: true }
const foreign = DataTypes.BIGINT.UNSIGNED
const paise = DataTypes.BIGINT

/** Where a route goes; its stops stand in `route_stops`. Degrees come back as text. */
export class TransportRoute extends Model<InferAttributes<TransportRoute>, InferCreationAttributes<TransportRoute>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare name: string
  declare startLocation: string
  declare startLatitude: string | null
  declare startLongitude: string | null
  declare endLocation: string
  declare endLatitude: string | null
  declare endLongitude: string | null
  declare distanceMetres: number
  declare isActive: CreationOptional<boolean>
  declare version: CreationOptional<number>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

TransportRoute.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    name: DataTypes.STRING(60),
    startLocation: DataTypes.STRING(200),
    startLatitude: DataTypes.DECIMAL(9, 6),
    startLongitude: DataTypes.DECIMAL(9, 6),
    endLocation: DataTypes.STRING(200),
    endLatitude: DataTypes.DECIMAL(9, 6),
    endLongitude: DataTypes.DECIMAL(9, 6),
    distanceMetres: DataTypes.INTEGER.UNSIGNED,
    isActive: { type: DataTypes.BOOLEAN, defaultValue: true },
    version: { type: DataTypes.INTEGER.UNSIGNED, defaultValue: 1 },
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'transport_routes' },
)

/** A stop of a route: minutes after midnight in the morning and in the afternoon, and the fare of a month where fares are by stop (paise). */
export class RouteStop extends Model<InferAttributes<RouteStop>, InferCreationAttributes<RouteStop>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare routeId: number
  declare position: number
  declare name: string
  declare place: string | null
  declare latitude: string | null
  declare longitude: string | null
  declare pickupMinute: number
  declare dropMinute: number
  declare farePaise: number | null
  declare version: CreationOptional<number>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

RouteStop.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    routeId: foreign,
    position: DataTypes.SMALLINT.UNSIGNED,
    name: DataTypes.STRING(80),
    place: DataTypes.STRING(200),
    latitude: DataTypes.DECIMAL(9, 6),
    longitude: DataTypes.DECIMAL(9, 6),
    pickupMinute: DataTypes.SMALLINT.UNSIGNED,
    dropMinute: DataTypes.SMALLINT.UNSIGNED,
    farePaise: paise,
    version: { type: DataTypes.INTEGER.UNSIGNED, defaultValue: 1 },
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'route_stops' },
)

/** A vehicle of a school with its driver. `amountPaise` is a rate per km or the price of a month (`feeType`); null: the tariff. */
export class Vehicle extends Model<InferAttributes<Vehicle>, InferCreationAttributes<Vehicle>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare vehicleNumber: string
  declare vehicleType: VehicleType
  declare status: CreationOptional<VehicleStatus>
  declare capacity: number
  declare driverName: string
  declare driverPhone: string
  declare driverLicence: string | null
  declare attendantName: string | null
  declare attendantPhone: string | null
  declare feeType: FeeType
  declare amountPaise: number | null
  declare destinationAddress: string | null
  declare destinationLatitude: string | null
  declare destinationLongitude: string | null
  declare imageFileId: CreationOptional<number | null>
  declare version: CreationOptional<number>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

Vehicle.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    vehicleNumber: DataTypes.STRING(20),
    vehicleType: DataTypes.ENUM(...vehicleTypes),
    status: { type: DataTypes.ENUM(...vehicleStatuses), defaultValue: 'active' },
    capacity: DataTypes.SMALLINT.UNSIGNED,
    driverName: DataTypes.STRING(100),
    driverPhone: DataTypes.STRING(20),
    driverLicence: DataTypes.STRING(30),
    attendantName: DataTypes.STRING(100),
    attendantPhone: DataTypes.STRING(20),
    feeType: DataTypes.ENUM(...feeTypes),
    amountPaise: paise,
    destinationAddress: DataTypes.STRING(200),
    destinationLatitude: DataTypes.DECIMAL(9, 6),
    destinationLongitude: DataTypes.DECIMAL(9, 6),
    imageFileId: foreign,
    version: { type: DataTypes.INTEGER.UNSIGNED, defaultValue: 1 },
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'vehicles' },
)

/** A paper of a vehicle, with the day it ends (YYYY-MM-DD). */
export class VehicleDocument extends Model<InferAttributes<VehicleDocument>, InferCreationAttributes<VehicleDocument>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare vehicleId: number
  declare kind: VehicleDocumentKind
  declare number: string | null
  declare expiresOn: string | null
  declare fileId: number | null
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

VehicleDocument.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    vehicleId: foreign,
    kind: DataTypes.ENUM(...vehicleDocumentKinds),
    number: DataTypes.STRING(40),
    expiresOn: DataTypes.DATEONLY,
    fileId: foreign,
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'vehicle_documents' },
)

/** A vehicle’s run on a route. `seatsTaken` is changed by the steps of `seats.server.ts` only, relatively. */
export class VehicleRun extends Model<InferAttributes<VehicleRun>, InferCreationAttributes<VehicleRun>> {
  declare id: CreationOptional<number>
  declare publicId: string
  declare schoolId: number
  declare vehicleId: number
  declare routeId: number
  declare departureMinute: number
  declare arrivalMinute: number
  declare returnMinute: number | null
  declare feePaise: number | null
  declare isActive: CreationOptional<boolean>
  declare seats: number
  declare seatsTaken: CreationOptional<number>
  declare version: CreationOptional<number>
  declare formKey: string
  declare createdAt: CreationOptional<Date>
  declare updatedAt: CreationOptional<Date>
}

VehicleRun.init(
  {
    id,
    publicId: DataTypes.CHAR(12),
    schoolId: foreign,
    vehicleId: foreign,
    routeId: foreign,
    departureMinute: DataTypes.SMALLINT.UNSIGNED,
    arrivalMinute: DataTypes.SMALLINT.UNSIGNED,
    returnMinute: DataTypes.SMALLINT.UNSIGNED,
    feePaise: paise,
    isActive: { type: DataTypes.BOOLEAN, defaultValue: true },
    seats: DataTypes.SMALLINT.UNSIGNED,
    seatsTaken: { type: DataTypes.SMALLINT.UNSIGNED, defaultValue: 0 },
    version: { type: DataTypes.INTEGER.UNSIGNED, defaultValue: 1 },
    formKey: DataTypes.STRING(40),
    createdAt: DataTypes.DATE(3),
    updatedAt: DataTypes.DATE(3),
  },
  { sequelize: database(), tableName: 'vehicle_routes' },
)

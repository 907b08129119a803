/** HT section 3. */
export const vehicleTypes = ['bus', 'minibus', 'van', 'car', 'auto'] as const
export type VehicleType = (typeof vehicleTypes)[number]

/** Only the first is offered to students. */
export const vehicleStatuses = ['active', 'maintenance', 'inactive'] as const
export type VehicleStatus = (typeof vehicleStatuses)[number]

/** How a vehicle's amount is meant (HT section 9): a rate per km, or the price of a month. */
export const feeTypes = ['per_km', 'fixed', 'other'] as const
export type FeeType = (typeof feeTypes)[number]

/** What the law wants on board (Central Motor Vehicles Rules), and whatever else a school keeps. */
export const vehicleDocumentKinds = [
  'registration',
  'insurance',
  'fitness',
  'permit',
  'pollution',
  'driver_licence',
  'other',
] as const
export type VehicleDocumentKind = (typeof vehicleDocumentKinds)[number]

/** A document that ends within so many days is shown as ending. */
export const expiringDays = 30

export const vehicleNumberLength = 20
export const routeNameLength = 60
export const stopNameLength = 80
export const placeLength = 200
export const driverNameLength = 100
export const phoneLength = 20
export const licenceLength = 30
export const documentNumberLength = 40
export const largestCapacity = 200
export const mostStops = 60
export const mostRunsOfAVehicle = 10
export const largestDocumentBytes = 10 * 1024 * 1024
export const largestAmountPaise = 10_000_000
export const largestRouteKm = 300

/** Days before its expiry during which a document is shown as expiring. */
export const expiringDays = 30
export const maxStops = 60
export const maxTripsOfAVehicle = 10

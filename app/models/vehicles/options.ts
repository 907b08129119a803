/** A document that ends within so many days is shown as ending. */
export const expiringDays = 30
export const maxStops = 60
export const maxTripsOfAVehicle = 10

import type { StudentScope } from '~/models/core/shared/scope.server'
import { type VehicleType, vehicleTypeWords } from '~/models/money/vehicles/vehicle-fields'
import { type MadeRun, makeRoute, makeRun, makeStop, makeVehicle, makeVehicleApplication } from './transport'

/** Public ids in the URLs of a student's vehicle pages. */
export interface VehicleThings {
  vehicle: string
  run: string
  /** The student's own pending application. */
  application: string
  made: MadeRun
}

/**
 * Creates a bus with a route and the student's application for it; the student must be enrolled in the current session.
 * If `beside` is given (the result for another student of the school), the application is for that student's bus.
 */
export async function makeVehicleThings(
  school: { id: number },
  student: { scope: StudentScope },
  beside?: VehicleThings,
): Promise<VehicleThings> {
  const made = beside?.made ?? (await makeRun(await makeVehicle(school, { capacity: 40 }), await makeRoute(school)))
  const application = await makeVehicleApplication(student, made, {
    medicalConditions: 'Asthma',
    specialRequirements: 'A seat in front',
  })
  return { vehicle: made.vehicle.publicId, run: made.publicId, application: application.publicId, made }
}

const vehicleTypes = Object.keys(vehicleTypeWords) as VehicleType[]

/**
 * Creates vehicles of every type, each with three routes and ten stops, all with long Gujarati names, to fill a page.
 */
export async function makeWorstVehicles(school: { id: number }): Promise<void> {
  const routes = []
  for (const number of [1, 2, 3]) {
    const route = await makeRoute(school, { name: `સરસ્વતી વિદ્યાલય થી નારણપુરા ચાર રસ્તા ${number}` })
    for (let position = 1; position <= 10; position++)
      await makeStop(route, { name: `સ્વામી વિવેકાનંદ ઉદ્યાન પાસેનું સ્ટોપ ${position}`, position })
    routes.push(route)
  }
  for (let number = 0; number < 10; number++) {
    const vehicle = await makeVehicle(school, {
      type: vehicleTypes[number % vehicleTypes.length] ?? 'bus',
      capacity: 52,
    })
    for (const [index, route] of routes.entries())
      await makeRun(vehicle, route, { departureMinute: 6 * 60 + index * 60 })
  }
}

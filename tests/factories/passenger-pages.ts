import { priceKey } from '~/http/seat-form.server'
import { transportForm } from '~/http/transport-form.server'
import { vehicleForm } from '~/http/vehicle-form.server'
import { saveDraft } from '~/models/money/transport/apply/draft.server'
import type { DraftFields } from '~/models/money/transport/apply/draft-options'
import { makeEnrollment } from './academics'
import { makeSchool } from './school'
import { type MadeStudent, makeStudent } from './student'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeStop,
  makeTransportApplication,
  makeVehicle,
  northOfRajkot,
} from './transport'
import { activateTransport, approveTransport } from './transport-decisions'

const address = 'મકાન નંબર ૧૨, સરસ્વતી સોસાયટી, નારણપુરા ચાર રસ્તા, રાજકોટ'
const long = 'ધૂળની એલર્જી હોવાથી આગળની બેઠક અને બારી પાસેની જગ્યા જોઈએ. '.repeat(6).trim()

/** A student in a state in which these pages of transport and vehicles show the most content. */
export interface Passenger {
  student: MadeStudent
  pages: string[]
}

/**
 * Creates the states that fill the transport pages, with long Gujarati words: the forms with a fare, the calculator,
 * locations to choose from, the status with dues and with a seat, payment and cancellation.
 */
export async function makePassengerPages(): Promise<Passenger[]> {
  const school = await makeSchool({ name: 'શ્રી સરસ્વતી વિદ્યાલય ઉચ્ચતર માધ્યમિક શાળા, નારણપુરા' })
  await locateSchool(school)
  const route = await makeRoute(school, { name: 'સરસ્વતી વિદ્યાલય થી નારણપુરા ચાર રસ્તા' })
  for (let position = 1; position <= 10; position++)
    await makeStop(route, { name: `સ્વામી વિવેકાનંદ ઉદ્યાન પાસેનું સ્ટોપ ${position}`, position })
  const run = await makeRun(await makeVehicle(school, { capacity: 52 }), route)
  const fare = await makeFare(school, { name: 'અંતર પ્રમાણે માસિક ભાડું' })
  await makeFare(school, { name: 'સ્ટોપ પ્રમાણે માસિક ભાડું', basis: 'stop', isDefault: false })
  const makeOne = async () => {
    const student = await makeStudent(school, { language: 'gu', firstName: 'કૃષ્ણકાંત', lastName: 'ત્રિવેદી' })
    await makeEnrollment(student)
    return student
  }

  const typing = await makeOne()
  const typed: DraftFields = {
    pickup_address: address,
    pickup_lat: String(northOfRajkot.latitude),
    pickup_lng: String(northOfRajkot.longitude),
    pickup_place: address,
    drop_same: 'on',
    payment_plan: 'quarterly',
    emergency_contact: '9825022222',
    medical_conditions: long,
    special_requirements: long,
  }
  const byFare = { ...typed, fare_structure_id: fare.publicId }
  await saveDraft(typing.scope, 'transport', { ...byFare, calculated_for: priceKey(transportForm, byFare) })
  const inVehicle = { ...typed, vehicle_id: run.vehicle.publicId, route_id: run.publicId }
  await saveDraft(typing.scope, 'vehicle', { ...inVehicle, calculated_for: priceKey(vehicleForm, inVehicle) })
  const from = new URLSearchParams({ tab: 'calculator', from: `${northOfRajkot.latitude}, ${northOfRajkot.longitude}` })

  const waiting = await makeOne()
  await approveTransport(
    school,
    await makeTransportApplication(waiting, fare, { pickupAddress: address, dropAddress: address }),
  )

  const riding = await makeOne()
  const application = await makeTransportApplication(riding, fare, { pickupAddress: address, dropAddress: address })
  await approveTransport(school, application, run)
  await activateTransport(school, application, run)

  return [
    {
      student: typing,
      pages: [
        '/students/transport',
        `/students/transport?${from}`,
        '/students/transport/places/pickup?q=Kalavad+Road+Rajkot',
        '/students/vehicles?tab=applications',
        '/students/vehicles?address=Kalavad+Road+Rajkot',
        '/students/vehicles/apply',
      ],
    },
    {
      student: waiting,
      pages: ['/students/transport/status', '/students/transport/payment', '/students/transport/cancellation'],
    },
    { student: riding, pages: ['/students/transport', '/students/transport/status'] },
  ]
}

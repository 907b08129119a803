import { expect, it } from 'vitest'
import { paths } from '~/addresses/paths'
import { isMapPage } from './map-document'

it('recognises the paths of pages that may show a map', () => {
  const { student } = paths
  const maps = [
    student.transport(),
    student.transportStatus,
    student.transportLocation('drop'),
    student.vehicles,
    student.applyForVehicle(),
    student.vehicleLocation('pickup'),
  ]
  const vehicle = '23456789bcdf'
  const others = [
    '/students',
    student.payTransport,
    student.vehicle(vehicle),
    student.payVehicle(vehicle),
    '/school/transport',
  ]
  expect(maps.filter(isMapPage)).toEqual(maps)
  expect(others.filter(isMapPage)).toEqual([])
})

import { expect, it } from 'vitest'
import { paths } from '~/http/paths'
import { isMapPage } from './map-document'

it('knows the pages that may show a map by their addresses', () => {
  const { student } = paths
  const maps = [
    student.transport(),
    student.transportPlace('drop'),
    student.applyForVehicle(),
    student.vehiclePlace('pickup'),
  ]
  const others = ['/students', student.payTransport, student.cancelTransport, student.vehicles, '/school/transport']
  expect(maps.filter(isMapPage)).toEqual(maps)
  expect(others.filter(isMapPage)).toEqual([])
})

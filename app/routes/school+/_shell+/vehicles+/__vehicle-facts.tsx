import { Card, DefinitionList } from '~/components/ui'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { formatPaise } from '~/models/shared/money'
import { vehicleTypeWords } from '~/models/vehicles/vehicle-fields'
import type { vehicles } from '~/models/vehicles/vehicles.server'

type Vehicle = NonNullable<Awaited<ReturnType<typeof vehicles.find>>>
type VehicleFactsProps = { vehicle: Omit<Vehicle, 'id'>; mayEdit: boolean }

/** What the office knows of a vehicle, besides its routes and documents. */
export function VehicleFacts({ vehicle, mayEdit }: VehicleFactsProps) {
  const id = vehicle.publicId
  const change = (href: string, words: string) =>
    mayEdit ? (
      <a className="alone" href={href}>
        {words}
      </a>
    ) : undefined
  const attendant = [vehicle.attendantName, vehicle.attendantPhone].filter((part) => part !== null).join(', ')
  return (
    <>
      <Card title="Vehicle" aside={change(schoolPaths.editVehicle(id), 'Edit vehicle')}>
        <DefinitionList
          items={[
            { label: 'Type', value: vehicleTypeWords[vehicle.vehicleType] },
            { label: 'Seats for students', value: String(vehicle.capacity) },
            { label: 'Driver', value: `${vehicle.driverName}, ${vehicle.driverPhone}` },
            { label: 'Driver’s licence', value: vehicle.driverLicence },
            { label: 'Attendant', value: attendant },
            { label: 'Fee', value: feeWords(vehicle) },
            { label: 'Destination', value: vehicle.destinationAddress ?? 'The start of each route' },
          ]}
        />
      </Card>
      <Card
        title="Picture"
        aside={change(schoolPaths.vehiclePicture(id), vehicle.pictureKey ? 'Change picture' : 'Add picture')}
      >
        {vehicle.pictureKey && vehicle.thumbnailKey ? (
          <a href={paths.file(vehicle.pictureKey)}>
            <img src={paths.file(vehicle.thumbnailKey)} alt={vehicle.vehicleNumber} height="120" />
          </a>
        ) : (
          <p>None yet. Students see a drawing instead.</p>
        )}
      </Card>
    </>
  )
}

function feeWords({ feeType, amountPaise }: VehicleFactsProps['vehicle']): string {
  if (amountPaise === null) return 'The school’s tariff'
  const amount = formatPaise(amountPaise, { style: 'short' })
  return feeType === 'fixed' ? `${amount} a month` : `${amount} for each km`
}

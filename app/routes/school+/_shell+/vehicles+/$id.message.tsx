import { Card, DataTable } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { clockOf } from '~/models/core/shared/time-of-day'
import { messageForm } from '~/models/money/vehicles/message-fields'
import { listMessages, messagePassengers, messageSchema } from '~/models/money/vehicles/message-passengers.server'
import { listTripsOfVehicle } from '~/models/money/vehicles/trips.server'
import { vehicles } from '~/models/money/vehicles/vehicles.server'

const title = 'Message to the passengers'

export const handle = pageTitle(() => title, { hasForm: true })

const page = creating({
  may: 'transport:edit',
  form: messageForm,
  schema: messageSchema,
  within: vehicles.find,
  more: async (vehicle, scope) => {
    const [runs, messages] = await Promise.all([listTripsOfVehicle(scope, vehicle), listMessages(scope, vehicle)])
    return {
      vehicleNumber: vehicle.vehicleNumber,
      runs: runs.map(({ publicId, routeName, departureMinute, seatsTaken }) => ({
        value: publicId,
        label: `${routeName}, ${clockOf(departureMinute)} (${seatsTaken === 1 ? '1 seat' : `${seatsTaken} seats`} taken)`,
      })),
      messages: messages.map((one) => ({ ...one, at: formatInstant(one.createdAt, 'en') })),
    }
  },
  start: (_scope, query) => {
    const run = query.get('run') ?? ''
    return isPublicId(run) ? { run } : {}
  },
  create: (scope, formKey, values, _at, _staff, vehicle) => messagePassengers(scope, formKey, values, vehicle),
  refusals: {
    'no-run': { run: 'The vehicle no longer runs on this route' },
    nobody: 'No one travels there now, so there is no one to inform.',
  },
  created: (_made, at) => schoolPaths.vehicle(at),
  message: 'The passengers are informed by notice and mail.',
})
export const loader = page.loader
export const action = page.action

type Shown = Awaited<ReturnType<typeof loader>>['more']['messages'][number]

function wordsOf({ kind, minutes, words }: Shown): string {
  const kindWords = { late: `${minutes} minutes late`, off: 'Does not run', other: '' }[kind]
  return [kindWords, words].filter(Boolean).join(': ')
}

export default formPage<typeof loader>({
  form: messageForm,
  title,
  context: ({ more }) => more.vehicleNumber,
  submit: 'Send the message',
  known: ({ more }) => ({ run: { options: more.runs } }),
  cancelHref: ({ at }) => schoolPaths.vehicle(at),
  above: ({ more: { messages } }) =>
    messages.length === 0 ? null : (
      <Card title="Sent before">
        <DataTable
          caption="Messages sent before"
          rows={messages}
          rowKey={(one) => one.publicId}
          columns={[
            { label: 'Message', role: 'title', cell: (one) => <span className="typed">{wordsOf(one)}</span> },
            { label: 'When', align: 'nowrap', cell: (one) => one.at },
            { label: 'By', cell: (one) => one.createdByName },
            { label: 'Students', align: 'end', cell: (one) => one.toldCount },
          ]}
        />
      </Card>
    ),
})

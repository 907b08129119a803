import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldProps, SelectField } from '~/components/forms'
import { drawWay } from '~/components/maps/draw-way.server'
import { ApplicationForm } from '~/components/transport/application-form'
import { WhereFields } from '~/components/transport/where-fields'
import { Alert, ButtonLink, Card, LinkParagraph, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { idOr404, requireStudent } from '~/http/route.server'
import { applicationView, postApplication } from '~/http/seat-form.server'
import { vehicleChoices, vehicleForm } from '~/http/vehicle-form.server'
import { m } from '~/language/paraglide/messages'
import type { DraftFields } from '~/models/money/transport/apply/draft-options'
import { findTransportForm } from '~/models/money/transport/apply/transport-form.server'

export const handle = pageTitle(() => m.vehicles_form_title(), { hasForm: true, hasMap: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const query = new URL(request.url).searchParams
  const linked = { vehicle: idOr404(query, 'vehicle'), route: idOr404(query, 'route') }
  const { live, formKey, fields: typed } = await findTransportForm(scope, 'vehicle')
  if (live) {
    const { vehicleApplication, transportStatus } = paths.student
    const href = live.kind === 'vehicle' ? vehicleApplication(live.publicId) : transportStatus
    return { step: 'applied' as const, href }
  }
  const fields: DraftFields = linked.vehicle ? { ...typed, vehicle_id: linked.vehicle, route_id: linked.route } : typed
  const { quote, ...view } = await applicationView(vehicleForm, scope, { formKey, fields })
  const drawn = quote && { ...quote, fare: drawWay(quote.fare) }
  return { step: 'form' as const, form: { ...(await vehicleChoices(scope, fields.vehicle_id)), ...view, quote: drawn } }
}

export const action = (args: ActionFunctionArgs) => postApplication(vehicleForm, args)

/** Reloads the current price even after a refusal (422). */
export const shouldRevalidate = () => true

export default function ApplyForVehiclePage() {
  const view = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.vehicles_form_title()} />
      {view.step === 'form' ? (
        <ApplicationForm
          id="seat"
          action={paths.student.applyForVehicle()}
          view={view.form}
          refusal={refusal}
          waiting={{
            button: 'apply',
            // Required fields of the hostel and transport specification, section 5.
            isComplete: (has) => has('vehicle_id') && has('route_id') && has('pickup_address'),
          }}
        >
          {(fields, calculate) => {
            const vehicle = fieldProps(fields.vehicle_id)
            const route = fieldProps(fields.route_id)
            return (
              <>
                <Card title={m.vehicles_wanted()}>
                  <SelectField
                    {...vehicle}
                    label={m.transport_vehicle()}
                    required
                    options={view.form.vehicles}
                    // Loads the routes of the vehicle at once; without JavaScript, the button below does.
                    onChange={({ currentTarget }) => pressIn(currentTarget.form, 'routes')}
                  />
                  <p className="place-find">
                    <SubmitButton name="intent" value="routes" variant="secondary" busyText={m.transport_finding()}>
                      {m.vehicles_show_routes()}
                    </SubmitButton>
                  </p>
                  <SelectField
                    // Resets the field, since another vehicle has other routes.
                    key={`route ${vehicle.defaultValue} ${route.defaultValue}`}
                    {...route}
                    label={m.transport_route()}
                    hint={m.vehicles_route_hint()}
                    required
                    options={view.form.routes}
                  />
                </Card>
                <WhereFields fields={fields} chosen={view.form.chosen} />
                <p className="actions">{calculate}</p>
              </>
            )
          }}
        </ApplicationForm>
      ) : (
        <Alert tone="info">
          <p>{m.vehicles_applied_already()}</p>
          <p>
            <ButtonLink href={view.href} variant="secondary" label={m.hostels_view_details()} />
          </p>
        </Alert>
      )}
      <LinkParagraph href={paths.student.vehicles} label={m.vehicles_all()} />
    </>
  )
}

function pressIn(form: HTMLFormElement | null, intent: string): void {
  form?.querySelector<HTMLButtonElement>(`button[name="intent"][value="${intent}"]`)?.click()
}

import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldProps, SelectField } from '~/components/forms'
import { drawWay } from '~/components/maps/draw-way.server'
import { ApplicationForm } from '~/components/transport/application-form'
import { WhereFields } from '~/components/transport/where-fields'
import { Alert, ButtonLink, Card, LinkParagraph } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { applicationView, postApplication } from '~/http/seat-form.server'
import { transportChoices, transportForm } from '~/http/transport-form.server'
import { m } from '~/language/paraglide/messages'
import { findTransportForm } from '~/models/money/transport/apply/transport-form.server'
import { CalculatorTab } from './__calculator-tab'
import { loadCalculator } from './__fare-calculator.server'
import { TransportHead } from './__transport-head'

export const handle = pageTitle(() => m.transport_title(), { hasForm: true, hasMap: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const tab = new URL(request.url).searchParams.get('tab')
  if (tab === 'calculator') {
    const { fare, ...calculator } = await loadCalculator(scope, request)
    return { tab: 'calculator' as const, calculator: { ...calculator, fare: fare && drawWay(fare) } }
  }
  const { live, isPlaced, ...draft } = await findTransportForm(scope, 'transport')
  if (live) return { tab: 'applied' as const }
  const { quote, ...view } = await applicationView(transportForm, scope, draft)
  const drawn = quote && { ...quote, fare: drawWay(quote.fare) }
  return { tab: 'apply' as const, form: { ...(await transportChoices(scope)), isPlaced, ...view, quote: drawn } }
}

export const action = (args: ActionFunctionArgs) => postApplication(transportForm, args)

/** Reloads the current price even after a refusal (422). */
export const shouldRevalidate = () => true

export default function TransportPage() {
  const view = useLoaderData<typeof loader>()
  return (
    <>
      <TransportHead current={view.tab === 'calculator' ? 'calculator' : 'apply'} />
      <Shown {...view} />
    </>
  )
}

function Shown(view: SerializeFrom<typeof loader>) {
  if (view.tab === 'applied')
    return (
      <>
        <Alert tone="info" text={m.transport_applied_already()} />
        <p className="actions">
          <ButtonLink href={paths.student.transportStatus} label={m.transport_tab_status()} />
        </p>
      </>
    )
  const { isClosed } = view.tab === 'apply' ? view.form : view.calculator
  if (isClosed)
    return (
      <Alert tone="info">
        <p>{m.transport_no_fares()}</p>
        <LinkParagraph href={paths.student.vehicles} label={m.vehicles_all()} />
      </Alert>
    )
  return view.tab === 'apply' ? <ApplyTab view={view.form} /> : <CalculatorTab {...view.calculator} />
}

type ApplyTabProps = { view: Extract<SerializeFrom<typeof loader>, { tab: 'apply' }>['form'] }

function ApplyTab({ view }: ApplyTabProps) {
  return (
    <ApplicationForm
      id="ride"
      action={paths.student.transport()}
      view={{
        ...view,
        answers: { ...view.answers, fare_structure_id: view.answers.fare_structure_id || view.defaultFare },
      }}
      refusal={useActionData<typeof action>()}
      waiting={{
        button: 'calculate',
        isComplete: (has) => has('pickup_address') && (has('drop_address') || has('drop_same')),
      }}
      troubles={
        <>
          {view.troubles.map((trouble) => (
            <Alert tone="bad" key={trouble} text={trouble} />
          ))}
          {view.isPlaced ? null : <Alert tone="warn" text={m.transport_no_school_location()} />}
        </>
      }
    >
      {(fields, calculate) => (
        <>
          <WhereFields fields={fields} chosen={view.chosen} />
          <Card title={m.transport_fare()}>
            <SelectField
              {...fieldProps(fields.fare_structure_id)}
              label={m.transport_fare()}
              required
              options={view.fares}
            />
            {view.stops.length > 0 ? (
              <SelectField
                {...fieldProps(fields.stop_id)}
                label={m.transport_stop()}
                hint={m.transport_stop_hint()}
                options={view.stops}
              />
            ) : null}
            <SelectField
              {...fieldProps(fields.preferred_route_id)}
              label={m.transport_preferred_route()}
              options={view.routes}
              placeholder={m.transport_no_preference()}
            />
            {calculate}
          </Card>
        </>
      )}
    </ApplicationForm>
  )
}

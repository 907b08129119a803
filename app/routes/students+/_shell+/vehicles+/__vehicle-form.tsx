import { Form } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { FirstButton, type FormResult, fieldProps, HiddenKey, SelectField, useServerForm } from '~/components/forms'
import { type DrawnFare, FareResult } from '~/components/transport/fare-result'
import { PassengerFields } from '~/components/transport/passenger-fields'
import { useVehicleChoice } from '~/components/transport/use-readiness'
import { WhereFields, type WhereFieldsProps } from '~/components/transport/where-fields'
import { Card, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { DraftField, DraftFields } from '~/models/transport/draft-options'

type Option = { value: string; label: string }

type VehicleFormProps = {
  view: {
    vehicles: Option[]
    /** Of the vehicle that is chosen. */
    routes: Option[]
    /** Null before anything has been typed. */
    formKey: string | null
    answers: DraftFields
    chosen: WhereFieldsProps['chosen']
    quote: { fare: DrawnFare; seen: Array<{ name: string; value: string }> } | null
  }
  refusal: { result: FormResult; title: string } | undefined
}

/** The form: which vehicle, which of its routes, from where; once the fee is calculated, how it is paid, and sending it. */
export function VehicleForm({ view, refusal }: VehicleFormProps) {
  const { answers, quote, formKey } = view
  const { form, fields, allErrors } = useServerForm<Record<DraftField, string>>({
    id: 'seat',
    lastResult: refusal?.result,
    defaultValue: answers,
  })
  const { formRef, isReady } = useVehicleChoice()
  const vehicle = fieldProps(fields.vehicle_id)
  const route = fieldProps(fields.route_id)
  const action = paths.student.applyForVehicle()
  return (
    <Form method="post" action={action} ref={formRef} {...form}>
      <FirstButton value={quote ? 'apply' : 'calculate'} />
      <FormTrouble formId={form.id} allErrors={allErrors} title={refusal?.title ?? m.shared_problem()} />
      {formKey ? <HiddenKey value={formKey} /> : null}
      {quote?.seen.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Card title={m.vehicles_wanted()}>
        <SelectField
          key={`vehicle ${vehicle.defaultValue}`}
          {...vehicle}
          label={m.transport_vehicle()}
          required
          options={view.vehicles}
        />
        <p className="place-find">
          <SubmitButton name="intent" value="routes" variant="secondary" busyText={m.transport_finding()}>
            {m.vehicles_show_routes()}
          </SubmitButton>
        </p>
        <SelectField
          // Another vehicle has other routes.
          key={`route ${vehicle.defaultValue} ${route.defaultValue}`}
          {...route}
          label={m.transport_route()}
          hint={m.vehicles_route_hint()}
          required
          options={view.routes}
        />
      </Card>
      <WhereFields fields={fields} chosen={view.chosen} />
      <p className="actions">
        <SubmitButton
          name="intent"
          value="calculate"
          variant={quote ? 'secondary' : 'next'}
          busyText={m.transport_calculating()}
        >
          {m.transport_calculate()}
        </SubmitButton>
      </p>
      {quote ? <FareResult fare={quote.fare} /> : null}
      <PassengerFields fields={fields} plans={quote?.fare.plans ?? null} chosenPlan={answers.payment_plan} />
      <p className="actions">
        <SubmitButton
          name="intent"
          value="apply"
          variant={quote ? 'next' : 'secondary'}
          busyText={m.room_submitting()}
          disabled={!isReady}
        >
          {m.room_submit()}
        </SubmitButton>
      </p>
    </Form>
  )
}

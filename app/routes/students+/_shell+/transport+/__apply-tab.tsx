import { Form } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { FirstButton, type FormResult, fieldProps, HiddenKey, SelectField, useServerForm } from '~/components/forms'
import { type DrawnFare, FareResult } from '~/components/transport/fare-result'
import { PassengerFields } from '~/components/transport/passenger-fields'
import { useAddresses } from '~/components/transport/use-readiness'
import { WhereFields, type WhereFieldsProps } from '~/components/transport/where-fields'
import { Alert, Card, SubmitButton } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { DraftField, DraftFields } from '~/models/transport/draft-options'

type Option = { value: string; label: string }

export interface ApplyView {
  troubles: string[]
  fares: Option[]
  defaultFare: string
  routes: Option[]
  stops: Option[]
  isPlaced: boolean
  chosen: WhereFieldsProps['chosen']
  /** Null before anything has been typed. */
  formKey: string | null
  answers: DraftFields
  quote: { fare: DrawnFare; seen: Array<{ name: string; value: string }> } | null
}

type ApplyTabProps = {
  view: ApplyView
  refusal: { result: FormResult; title: string } | undefined
}

/** The form: where, which fare; once that is calculated, how it is paid, what the school should know, and sending it. */
export function ApplyTab({ view, refusal }: ApplyTabProps) {
  const { answers, quote, formKey } = view
  const { form, fields, allErrors } = useServerForm<Record<DraftField, string>>({
    id: 'ride',
    lastResult: refusal?.result,
    defaultValue: { ...answers, fare_structure_id: answers.fare_structure_id || view.defaultFare },
  })
  const { formRef, isReady } = useAddresses()
  return (
    <Form method="post" action={paths.student.transport()} ref={formRef} {...form}>
      <FirstButton value={quote ? 'apply' : 'calculate'} />
      <FormTrouble formId={form.id} allErrors={allErrors} title={refusal?.title ?? m.shared_problem()} />
      {view.troubles.map((trouble) => (
        <Alert tone="bad" key={trouble}>
          <p>{trouble}</p>
        </Alert>
      ))}
      {view.isPlaced ? null : (
        <Alert tone="warn">
          <p>{m.transport_no_school_location()}</p>
        </Alert>
      )}
      {formKey ? <HiddenKey value={formKey} /> : null}
      {quote?.seen.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
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
        <SubmitButton
          name="intent"
          value="calculate"
          variant={quote ? 'secondary' : 'next'}
          busyText={m.transport_calculating()}
          disabled={!isReady}
        >
          {m.transport_calculate()}
        </SubmitButton>
      </Card>
      {quote ? <FareResult fare={quote.fare} /> : null}
      <PassengerFields fields={fields} plans={quote?.fare.plans ?? null} chosenPlan={answers.payment_plan} />
      <p className="actions">
        <SubmitButton name="intent" value="apply" variant={quote ? 'next' : 'secondary'} busyText={m.room_submitting()}>
          {m.room_submit()}
        </SubmitButton>
      </p>
    </Form>
  )
}

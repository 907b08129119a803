import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { Alert } from '~/components/ui/alert'
import { Card } from '~/components/ui/card'
import { SubmitButton } from '~/components/ui/submit-button'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import type { DraftField, DraftFields } from '~/models/transport/draft-options'
import { addressLength, conditionsLength, phoneLength } from '~/models/transport/options'
import { type DrawnFare, FareResult } from './fare-result'
import { PlanCards } from './plan-cards'
import { useAddresses } from './use-addresses'

type Option = { value: string; label: string }

export interface ApplyView {
  troubles: string[]
  fares: Option[]
  defaultFare: string
  routes: Option[]
  stops: Option[]
  isPlaced: boolean
  /** Null before anything has been typed. */
  formKey: string | null
  answers: DraftFields
  quote: { fare: DrawnFare; seen: Array<{ name: string; paise: number }> } | null
}

type ApplyTabProps = {
  view: ApplyView
  refusal: { result: SubmissionResult<string[]>; title: string } | undefined
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
  const pickup = fieldProps(fields.pickup_address)
  const drop = fieldProps(fields.drop_address)
  const { defaultValue: same, ...dropSame } = fieldProps(fields.drop_same)
  return (
    <Form method="post" action={paths.student.transport()} ref={formRef} {...form}>
      <FormTrouble formId={form.id} allErrors={allErrors} title={refusal?.title ?? m.shared_problem()} />
      {view.troubles.map((trouble) => (
        <Alert tone="bad" key={trouble}>
          <p>{trouble}</p>
        </Alert>
      ))}
      {view.isPlaced ? null : (
        <Alert tone="warn">
          <p>{m.rides_no_school_location()}</p>
        </Alert>
      )}
      {formKey ? <HiddenKey value={formKey} /> : null}
      <Card title={m.rides_where()}>
        <TextField
          key={`pickup ${pickup.defaultValue}`}
          {...pickup}
          label={m.rides_pickup()}
          hint={m.rides_pickup_hint()}
          required
          autoComplete="off"
          maxLength={addressLength}
        />
        <FindButton end="pickup" isChosen={Boolean(answers.pickup_lat)} />
        <CheckboxField {...dropSame} label={m.rides_drop_same()} defaultChecked={same === 'on'} />
        <TextField
          key={`drop ${drop.defaultValue}`}
          {...drop}
          label={m.rides_drop()}
          autoComplete="off"
          maxLength={addressLength}
        />
        <FindButton end="drop" isChosen={Boolean(answers.drop_lat)} />
      </Card>
      <Card title={m.rides_fare()}>
        <SelectField {...fieldProps(fields.fare_structure_id)} label={m.rides_fare()} required options={view.fares} />
        {view.stops.length > 0 ? (
          <SelectField
            {...fieldProps(fields.stop_id)}
            label={m.rides_stop()}
            hint={m.rides_stop_hint()}
            options={view.stops}
          />
        ) : null}
        <SelectField
          {...fieldProps(fields.preferred_route_id)}
          label={m.rides_preferred_route()}
          options={view.routes}
          placeholder={m.rides_no_preference()}
        />
        <SubmitButton
          name="intent"
          value="calculate"
          variant={quote ? 'secondary' : 'next'}
          busyText={m.rides_calculating()}
          disabled={!isReady}
        >
          {m.rides_calculate()}
        </SubmitButton>
      </Card>
      {quote ? (
        <>
          <FareResult fare={quote.fare} />
          {quote.seen.map(({ name, paise }) => (
            <input key={name} type="hidden" name={name} value={paise} />
          ))}
        </>
      ) : null}
      <Card title={m.rides_rider()}>
        {quote ? (
          <PlanCards plans={quote.fare.plans} name="payment_plan" chosen={answers.payment_plan || 'monthly'} />
        ) : null}
        <TextField
          {...fieldProps(fields.emergency_contact)}
          label={m.places_emergency()}
          hint={m.places_emergency_hint()}
          required
          type="tel"
          autoComplete="off"
          maxLength={phoneLength}
        />
        <TextAreaField
          {...fieldProps(fields.medical_conditions)}
          label={m.rides_medical()}
          maxLength={conditionsLength}
        />
        <TextAreaField
          {...fieldProps(fields.special_requirements)}
          label={m.hostels_special()}
          maxLength={conditionsLength}
        />
      </Card>
      <p className="actions">
        <SubmitButton
          name="intent"
          value="apply"
          variant={quote ? 'next' : 'secondary'}
          busyText={m.places_submitting()}
        >
          {m.places_submit()}
        </SubmitButton>
      </p>
    </Form>
  )
}

/** Leads to the list of places that the typed address may mean. */
function FindButton({ end, isChosen }: { end: 'pickup' | 'drop'; isChosen: boolean }) {
  return (
    <p className="place-find">
      <SubmitButton name="intent" value={`find-${end}`} variant="secondary" busyText={m.rides_finding()}>
        {end === 'pickup' ? m.rides_find_pickup() : m.rides_find_drop()}
      </SubmitButton>
      {isChosen ? <span className="choice-hint">{m.rides_place_chosen()}</span> : null}
    </p>
  )
}

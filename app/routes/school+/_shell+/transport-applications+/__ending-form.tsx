import { DateField } from '~/components/forms/date-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { remarksLength } from '~/models/shared/decision-options'

type EndingFormProps = {
  backHref: string
  /** YYYY-MM-DD */
  earliest: string
  today: string
  lastResult: FormResult | undefined
}

/** From which day on the student does not ride any more. */
export function EndingForm({ backHref, earliest, today, lastResult }: EndingFormProps) {
  const state = useServerForm<{ day: string; remarks: string }>({
    id: 'ending',
    lastResult,
    defaultValue: { day: today, remarks: '' },
  })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="End the transport"
      cancelHref={backHref}
    >
      <p>
        The seat is released; periods that begin on or after that day are not owed. You then decide how much of the
        deposit to refund. This cannot be undone.
      </p>
      <DateField
        {...fieldProps(state.fields.day)}
        label="First day without transport"
        required
        min={earliest}
        max={today}
      />
      <TextAreaField
        {...fieldProps(state.fields.remarks)}
        label="Remarks"
        hint="The student will read it with the application"
        maxLength={remarksLength}
      />
    </OfficeForm>
  )
}

import { DateField } from '~/components/forms/date-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { remarksLength } from '~/models/shared/decision-options'

type ApprovalFormProps = {
  backHref: string
  /** What is owed at first, in words. */
  first: string
  /** YYYY-MM-DD: suggested, and the first and last that are taken. */
  days: { suggested: string; earliest: string; latest: string }
  runs: ReadonlyArray<{ value: string; label: string }>
  chosen: string
  /** An application for a vehicle needs its seat now. */
  needsRun: boolean
  lastResult: FormResult | undefined
}

/** The first day of riding, and the seat where it is known. */
export function ApprovalForm({ backHref, first, days, runs, chosen, needsRun, lastResult }: ApprovalFormProps) {
  const state = useServerForm<{ starts_on: string; run: string; remarks: string }>({
    id: 'approval',
    lastResult,
    defaultValue: { starts_on: days.suggested, run: chosen, remarks: '' },
  })
  const { fields } = state
  return (
    <OfficeForm state={state} lastResult={lastResult} failure="Update Failed" submit="Approve" cancelHref={backHref}>
      <p>{`${first} is owed by the first day; periods are counted from it. The student is told by notice and mail.`}</p>
      <DateField
        {...fieldProps(fields.starts_on)}
        label="First day of travel"
        required
        min={days.earliest}
        max={days.latest}
      />
      <SelectField
        {...fieldProps(fields.run)}
        label="Route and vehicle"
        hint={needsRun ? 'A seat is held from now on' : 'A seat is held from now on; it can also be chosen later'}
        required={needsRun}
        placeholder={needsRun ? 'Choose' : 'Choose later'}
        options={runs}
      />
      <TextAreaField
        {...fieldProps(fields.remarks)}
        label="Remarks"
        hint="The student will read it with the application"
        maxLength={remarksLength}
      />
    </OfficeForm>
  )
}

import type { ReactNode } from 'react'
import { TextAreaField } from '~/components/forms/text-area-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { remarksLength } from '~/models/shared/decision-options'

type RemarksFormProps = {
  /** The page of what is decided about. */
  backHref: string
  /** Those that are stored; none where a reason of its own is asked for. */
  remarks?: string | null
  required?: boolean
  label?: string
  submit: string
  lastResult: FormResult | undefined
  /** What the decision means. */
  children: ReactNode
}

/** A decision with remarks that the student reads. */
export function RemarksForm({
  backHref,
  remarks,
  required,
  label = 'Remarks',
  submit,
  lastResult,
  children,
}: RemarksFormProps) {
  const state = useServerForm<{ remarks: string }>({
    id: 'decision',
    lastResult,
    defaultValue: { remarks: remarks ?? '' },
  })
  return (
    <OfficeForm state={state} lastResult={lastResult} failure="Update Failed" submit={submit} cancelHref={backHref}>
      {children}
      <TextAreaField
        {...fieldProps(state.fields.remarks)}
        label={label}
        hint="The student will read it with the application"
        required={required}
        maxLength={remarksLength}
      />
    </OfficeForm>
  )
}

import { TextAreaField } from '~/components/forms/text-area-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { longestReason } from '~/models/admissions/admission-options'

type RejectionFormProps = { id: string; lastResult: FormResult | undefined }

/** Why a child is not admitted. */
export function RejectionForm({ id, lastResult }: RejectionFormProps) {
  const state = useServerForm<{ reason: string }>({ id: 'rejection', lastResult })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Reject admission"
      cancelHref={schoolPaths.admission(id)}
    >
      <TextAreaField
        {...fieldProps(state.fields.reason)}
        label="Reason"
        hint="In words that the family understands."
        required
        maxLength={longestReason}
        rows={3}
      />
    </OfficeForm>
  )
}

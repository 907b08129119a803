import { CheckboxField } from '~/components/forms/checkbox-field'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'

export type SignInPolicyValues = { activation_code_required: boolean; online_admissions: boolean }

type SignInPolicyFormProps = { lastResult: FormResult | undefined; values: SignInPolicyValues }

/** How students come in: for the first time with a printed code or without, and as applicants. */
export function SignInPolicyForm({ lastResult, values }: SignInPolicyFormProps) {
  const state = useServerForm<SignInPolicyValues>({ id: 'policy', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <CheckboxField
        {...checkboxProps(state.fields.activation_code_required)}
        label="Ask for a printed activation code at the first sign-in"
        hint="Students then need the slip from the office in addition to their date of birth. Print slips from the list of students."
      />
      <CheckboxField
        {...checkboxProps(state.fields.online_admissions)}
        label="Families may apply for admission online"
        hint="The school is then listed where students register. The office still decides each admission."
      />
    </OfficeForm>
  )
}

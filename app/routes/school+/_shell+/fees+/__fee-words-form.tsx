import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { Alert } from '~/components/ui/alert'
import { feeNameLength } from '~/models/fees/options'

type Words = { name: string; titles: string[] }

type FeeWordsFormProps = {
  lastResult: FormResult | undefined
  values: Words
  cancelHref: string
}

/** What may still change of a fee that students have paid or begun to pay: its words. */
export function FeeWordsForm({ lastResult, values, cancelHref }: FeeWordsFormProps) {
  const state = useServerForm<Words>({ id: 'fee', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={cancelHref}
    >
      <Alert tone="info" title="Amounts and dates are fixed">
        <p>Students have paid this fee or begun to. Its name and the titles of its instalments may still change.</p>
      </Alert>
      <TextField {...fieldProps(state.fields.name)} label="Fee name" required maxLength={feeNameLength} />
      {state.fields.titles.getFieldList().map((title, index) => (
        <TextField
          key={title.key}
          {...fieldProps(title)}
          label={`Title of instalment ${index + 1}`}
          required
          maxLength={feeNameLength}
        />
      ))}
    </OfficeForm>
  )
}

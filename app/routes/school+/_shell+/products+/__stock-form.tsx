import { HiddenKey } from '~/components/forms/hidden-key'
import { RadioGroup } from '~/components/forms/radio-group'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'

type Fields = { variant: string; what: string; quantity: string; reason: string; form_key: string }

type StockFormProps = {
  lastResult: FormResult | undefined
  variants: ReadonlyArray<{ publicId: string; label: string; stock: number; isActive: boolean }>
  formKey: string
  backHref: string
}

/** Pieces are counted in or written off, never set: others sell and count at the same moment. */
export function StockForm({ lastResult, variants, formKey, backHref }: StockFormProps) {
  const [first] = variants
  const state = useServerForm<Fields>({
    id: 'stock',
    lastResult,
    defaultValue: { variant: first?.publicId ?? '', what: 'received' },
  })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Change stock"
      cancelHref={backHref}
    >
      <HiddenKey value={formKey} />
      <SelectField
        {...fieldProps(fields.variant)}
        label="Size"
        required
        placeholder={null}
        options={variants.map((one) => ({
          value: one.publicId,
          label: `${one.label || 'One size'}: ${one.stock} in stock${one.isActive ? '' : ', not offered'}`,
        }))}
      />
      <RadioGroup
        {...fieldProps(fields.what)}
        label="What happened?"
        required
        options={[
          { value: 'received', label: 'Received', hint: 'New pieces are added to the stock' },
          { value: 'lost', label: 'Lost or damaged', hint: 'Pieces are taken off the stock' },
        ]}
      />
      <TextField
        {...fieldProps(fields.quantity)}
        label="How many"
        required
        inputMode="numeric"
        className="input input-short"
        autoComplete="off"
      />
      <TextField
        {...fieldProps(fields.reason)}
        label="Reason or supplier"
        hint="Needed for what is lost or damaged; kept in the audit log"
        maxLength={200}
        autoComplete="off"
      />
    </OfficeForm>
  )
}

import {
  FirstButton,
  type FormResult,
  fieldProps,
  GivenBackFields,
  HiddenKey,
  type ServerField,
  TextField,
  useServerForm,
} from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { SaveConflict } from '~/components/students/save-conflict'
import { maxLabelLength, maxVariants } from '~/models/money/shop/options'
import { productForm } from '~/models/money/shop/product-fields'

type Values = { variants: Row[]; form_key: string; version: string } & Record<string, unknown>
type Row = { id: string; label: string; stock: string }

type ProductFormProps = {
  /** Initial values, with the idempotency key of a new product or the version of a stored one. */
  opened: { values: Record<string, unknown>; formKey?: string; version?: number }
  answer: { result: FormResult; conflict: { version: number; changes: string[] } | null } | undefined
  cancelHref: string
}

/**
 * Product with its sizes. Buttons that add or remove rows submit the form and get it back, with or without JavaScript.
 */
export function ProductForm({ opened, answer, cancelHref }: ProductFormProps) {
  const isNew = opened.version === undefined
  const state = useServerForm<Values>({
    id: 'product',
    lastResult: answer?.result,
    defaultValue: { ...opened.values, form_key: opened.formKey, version: opened.version },
  })
  const { fields } = state
  const rows = fields.variants.getFieldList()
  return (
    <OfficeForm
      state={state}
      lastResult={answer?.result}
      failure={isNew ? 'Creation Failed' : 'Update Failed'}
      submit={isNew ? 'Create product' : 'Save Changes'}
      cancelHref={cancelHref}
    >
      <FirstButton value="save" />
      {isNew ? (
        <HiddenKey value={fields.form_key.initialValue ?? ''} />
      ) : (
        <input type="hidden" name="version" value={fields.version.initialValue} />
      )}
      {answer?.conflict ? <SaveConflict {...answer.conflict} /> : null}
      <FormRows form={productForm} fields={fields} />
      <h2>Sizes and stock</h2>
      <p className="soft">
        One row for each size or kind. A product without sizes has one row whose size stays empty.
        {isNew ? null : ' A removed size that was ordered before is kept, but no longer offered.'}
      </p>
      <GivenBackFields version={fields.variants.initialValue}>
        {rows.map((row, index) => (
          <VariantRow key={row.key} field={row} number={index + 1} removable={rows.length > 1} />
        ))}
        {rows.length < maxVariants ? (
          <p>
            <button type="submit" className="btn btn-secondary" name="intent" value="add-variant">
              Add another size
            </button>
          </p>
        ) : null}
      </GivenBackFields>
    </OfficeForm>
  )
}

type VariantRowProps = { field: ServerField<Row>; number: number; removable: boolean }

function VariantRow({ field, number, removable }: VariantRowProps) {
  const { id, label, stock } = field.getFieldset()
  return (
    <fieldset className="cols">
      <legend className="soft small">{`Size ${number}`}</legend>
      <input type="hidden" name={id.name} value={id.initialValue ?? ''} />
      <TextField {...fieldProps(label)} label="Size" maxLength={maxLabelLength} />
      {id.initialValue ? (
        <div className="field">
          <input type="hidden" name={stock.name} value={stock.initialValue ?? ''} />
          <p className="soft">{`Stock when the page was opened: ${stock.initialValue ?? ''}`}</p>
        </div>
      ) : (
        <TextField {...fieldProps(stock)} label="Stock" inputMode="numeric" className="input input-short" />
      )}
      {removable ? (
        <p>
          <button
            type="submit"
            className="btn btn-quiet"
            name="intent"
            value={`remove-${number - 1}`}
            aria-label={`Remove size ${number}`}
          >
            Remove
          </button>
        </p>
      ) : null}
    </fieldset>
  )
}

import { Form } from '@remix-run/react'
import { type ReactNode, useMemo } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { ErrorSummary } from '~/components/forms/error-summary'
import { FirstButton } from '~/components/forms/first-button'
import { GivenBackFields } from '~/components/forms/given-back-fields'
import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { ButtonLink } from '~/components/ui/button'
import { SubmitButton } from '~/components/ui/submit-button'
import {
  mostVariants,
  productDescriptionLength,
  productNameLength,
  taxRates,
  variantLabelLength,
} from '~/models/shop/options'
import type { ProductDraft, ProductErrors } from '~/models/shop/product-draft'

const noErrors: ProductErrors = {}

type ProductFormProps = {
  /** What stands in the form: of a new or stored product, or just as it was typed. */
  draft: ProductDraft
  errors?: ProductErrors
  mode: 'new' | 'edit'
  /** The once-only key of a new product. */
  formKey?: string
  /** With which version a stored product was opened. */
  version?: number
  /** What somebody else saved meanwhile. */
  conflict?: ReactNode
  cancelHref: string
}

/** A product with its sizes. Rows come and go by buttons that send the form and get it back: the same with and without script. */
export function ProductForm({
  draft,
  errors = noErrors,
  mode,
  formKey,
  version,
  conflict,
  cancelHref,
}: ProductFormProps) {
  const problems = useMemo(
    () =>
      Object.entries(errors).flatMap(([id, messages]) =>
        messages.map((message) => (id === '' ? { message } : { id, message })),
      ),
    [errors],
  )
  return (
    <Form method="post" className="card" noValidate>
      <FirstButton value="save" />
      <ErrorSummary errors={problems} title={mode === 'new' ? 'Creation Failed' : 'Update Failed'} />
      {formKey ? <HiddenKey value={formKey} /> : null}
      {version === undefined ? null : <input type="hidden" name="version" value={version} />}
      {conflict}
      <TextField
        name="name"
        label="Product name"
        required
        maxLength={productNameLength}
        defaultValue={draft.name}
        errors={errors.name}
      />
      <TextAreaField
        name="description"
        label="Description"
        rows={3}
        maxLength={productDescriptionLength}
        defaultValue={draft.description}
        errors={errors.description}
      />
      <div className="cols">
        <MoneyField
          name="price"
          label="Price"
          hint="With tax"
          required
          defaultValue={draft.price}
          errors={errors.price}
        />
        <MoneyField
          name="sale_price"
          label="Sale price"
          hint="Below the price; empty when there is no sale"
          defaultValue={draft.sale_price}
          errors={errors.sale_price}
        />
        <SelectField
          name="tax_rate"
          label="GST included in the price"
          placeholder={null}
          options={taxRates.map((rate) => ({ value: String(rate), label: rate === 0 ? 'None' : `${rate / 100} %` }))}
          defaultValue={draft.tax_rate}
          errors={errors.tax_rate}
        />
        <TextField
          name="hsn_code"
          label="HSN code"
          hint="4, 6 or 8 digits, for the tax invoice"
          inputMode="numeric"
          maxLength={8}
          defaultValue={draft.hsn_code}
          errors={errors.hsn_code}
        />
        <TextField
          name="low_stock_at"
          label="Low stock level"
          hint="Pieces of a size"
          required
          inputMode="numeric"
          className="input input-short"
          defaultValue={draft.low_stock_at}
          errors={errors.low_stock_at}
        />
      </div>
      <CheckboxField
        name="is_active"
        label="Offered in the store"
        defaultChecked={draft.is_active}
        errors={errors.is_active}
      />
      <h2>Sizes and stock</h2>
      <p className="soft">
        One row for each size or kind. A product without sizes has one row whose size stays empty.
        {mode === 'edit' ? ' A size that was ordered before and is removed is kept, but no longer offered.' : null}
      </p>
      <GivenBackFields version={draft.variants}>
        {numbered(draft.variants).map(({ row, number, value }) => (
          <VariantRow
            key={row}
            row={row}
            number={number}
            variant={value}
            errors={errors}
            removable={draft.variants.length > 1}
          />
        ))}
        {draft.variants.length < mostVariants ? (
          <p>
            <button type="submit" className="btn btn-secondary" name="intent" value="add-variant">
              Add another size
            </button>
          </p>
        ) : null}
      </GivenBackFields>
      <div className="actions">
        <SubmitButton name="intent" value="save" busyText="Saving...">
          {mode === 'new' ? 'Create product' : 'Save Changes'}
        </SubmitButton>
        <ButtonLink href={cancelHref} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Rows with the names that their fields have in the form: `variants[0]`. */
function numbered<Row>(rows: readonly Row[]) {
  return rows.map((value, index) => ({ row: `variants[${index}]`, number: index + 1, value }))
}

type VariantRowProps = {
  row: string
  number: number
  variant: ProductDraft['variants'][number]
  errors: ProductErrors
  removable: boolean
}

function VariantRow({ row, number, variant, errors, removable }: VariantRowProps) {
  return (
    <fieldset className="cols">
      <legend className="soft small">{`Size ${number}`}</legend>
      <input type="hidden" name={`${row}.id`} value={variant.id} />
      <TextField
        name={`${row}.label`}
        label="Size"
        maxLength={variantLabelLength}
        defaultValue={variant.label}
        errors={errors[`${row}.label`]}
      />
      {variant.id === '' ? (
        <TextField
          name={`${row}.stock`}
          label="Stock"
          inputMode="numeric"
          className="input input-short"
          defaultValue={variant.stock}
          errors={errors[`${row}.stock`]}
        />
      ) : (
        <div className="field">
          <input type="hidden" name={`${row}.stock`} value={variant.stock} />
          <p className="soft">{`Stock when the page was opened: ${variant.stock}`}</p>
        </div>
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

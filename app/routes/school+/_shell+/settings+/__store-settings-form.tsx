import { CheckboxField } from '~/components/forms/checkbox-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { storeNoteLength } from '~/models/shop/options'

type Fields = { collect_note: string; cod_allowed: boolean; gstin: string }

type StoreSettingsFormProps = {
  settings: { collectNote: string | null; codAllowed: boolean; gstin: string | null }
  lastResult: FormResult | undefined
}

/** Where goods are collected, whether they may be paid there, and the school's tax number. */
export function StoreSettingsForm({ settings, lastResult }: StoreSettingsFormProps) {
  const state = useServerForm<Fields>({
    id: 'store',
    lastResult,
    defaultValue: {
      collect_note: settings.collectNote ?? '',
      cod_allowed: settings.codAllowed,
      gstin: settings.gstin ?? '',
    },
  })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <TextAreaField
        {...fieldProps(fields.collect_note)}
        label="Collect at school"
        hint="Where and when goods are handed out; students read it with their order, and it is printed on packing slips"
        maxLength={storeNoteLength}
        rows={3}
      />
      <CheckboxField
        {...checkboxProps(fields.cod_allowed)}
        label="Cash on delivery"
        hint="Students may order now and pay when they collect"
      />
      <TextField
        {...fieldProps(fields.gstin)}
        label="GSTIN"
        hint="If it is given, invoices are tax invoices; leave it empty if the school has none"
        maxLength={15}
        autoComplete="off"
        spellCheck={false}
      />
    </OfficeForm>
  )
}

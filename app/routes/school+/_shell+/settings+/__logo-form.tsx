import { CheckboxField } from '~/components/forms/checkbox-field'
import { FileField, textsOf } from '~/components/forms/file-field'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'

type Fields = { logo: string; logo_received: string[]; remove: boolean }

type LogoFormProps = { lastResult: FormResult | undefined; logoUrl: string | null }

/** Another picture for the school, or none. */
export function LogoForm({ lastResult, logoUrl }: LogoFormProps) {
  const state = useServerForm<Fields>({ id: 'logo', lastResult })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
      hasFiles
    >
      {logoUrl ? (
        <p>
          <img src={logoUrl} alt="The logo as it is now" height="96" />
        </p>
      ) : null}
      <FileField
        name={fields.logo.name}
        id={fields.logo.id}
        errors={fields.logo.errors as string[] | undefined}
        label="Picture"
        hint="PNG or JPEG, under 5 MB; square looks best"
        accept="image/*"
        received={textsOf(fields.logo_received)}
      />
      {logoUrl ? <CheckboxField {...checkboxProps(fields.remove)} label="Show no logo" /> : null}
    </OfficeForm>
  )
}

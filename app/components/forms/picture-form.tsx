import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { CheckboxField } from './checkbox-field'
import { FileField, textsOf } from './file-field'
import { type FormResult, useServerForm } from './use-server-form'

type Fields = { picture: string; picture_received: string[]; remove: boolean }

type PictureFormProps = {
  lastResult: FormResult | undefined
  /** Of what it is: 'Boys hostel', 'Room 101'. */
  name: string
  pictureUrl: string | null
  cancelHref: string
}

/** Another picture of a hostel or room, or none. */
export function PictureForm({ lastResult, name, pictureUrl, cancelHref }: PictureFormProps) {
  const state = useServerForm<Fields>({ id: 'picture', lastResult })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={cancelHref}
      hasFiles
    >
      {pictureUrl ? (
        <p>
          <img src={pictureUrl} alt={`${name} as it is shown now`} height="160" />
        </p>
      ) : null}
      <FileField
        name={fields.picture.name}
        id={fields.picture.id}
        errors={fields.picture.errors}
        label="Picture"
        hint="PNG or JPEG, under 5 MB; a wide picture looks best"
        accept="image/*"
        received={textsOf(fields.picture_received)}
      />
      {pictureUrl ? <CheckboxField {...checkboxProps(fields.remove)} label="Show no picture" /> : null}
    </OfficeForm>
  )
}

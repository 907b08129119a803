import { CheckboxField } from '~/components/forms/checkbox-field'
import { FileField, textsOf } from '~/components/forms/file-field'
import { SelectField } from '~/components/forms/select-field'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { paths } from '~/http/paths'
import { mostPictures } from '~/models/shop/options'

type Fields = { pictures: string[]; pictures_received: string[]; stored: StoredRow[] }
type StoredRow = { position: string; remove: string }

type PicturesFormProps = {
  lastResult: FormResult | undefined
  name: string
  pictures: ReadonlyArray<{ key: string; thumbnailKey: string }>
  backHref: string
}

/** The product's pictures: their order, which go, and new ones. */
export function PicturesForm({ lastResult, name, pictures, backHref }: PicturesFormProps) {
  const state = useServerForm<Fields>({ id: 'pictures', lastResult })
  const { fields } = state
  const typed = lastResult?.initialValue?.stored as StoredRow[] | undefined
  const places = pictures.map((_, index) => ({ value: String(index + 1), label: String(index + 1) }))
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={backHref}
      hasFiles
    >
      {pictures.map((picture, index) => {
        const row = `stored[${index}]`
        return (
          <fieldset key={picture.key} className="cols">
            <legend className="soft small">{`Picture ${index + 1}`}</legend>
            <input type="hidden" name={`${row}.key`} value={picture.key} />
            <p>
              <img src={paths.file(picture.thumbnailKey)} alt={`${name} (${index + 1})`} height="96" />
            </p>
            <SelectField
              name={`${row}.position`}
              label="Position"
              placeholder={null}
              defaultValue={typed?.[index]?.position ?? String(index + 1)}
              options={places}
            />
            <CheckboxField
              name={`${row}.remove`}
              label={`Remove picture ${index + 1}`}
              defaultChecked={typed?.[index]?.remove === 'on'}
            />
          </fieldset>
        )
      })}
      <FileField
        name={fields.pictures.name}
        id={fields.pictures.id}
        errors={fields.pictures.errors}
        label="New pictures"
        hint={`PNG or JPEG, under 5 MB each; ${mostPictures} pictures of a product at most`}
        accept="image/*"
        multiple
        received={textsOf(fields.pictures_received)}
      />
    </OfficeForm>
  )
}

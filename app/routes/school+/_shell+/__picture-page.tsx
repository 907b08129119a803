import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CheckboxField, FileField, type FormResult, textsOf, useServerForm } from '~/components/forms'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { Card, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'

type Picture = { seen: string; url: string | null }
type Opened = { name: string; context: string; backHref: string; picture: Picture }

/** Page of a picture; needs the loader of `picturing`. */
export function PicturePage() {
  const { name, context, backHref, picture: opened } = useLoaderData() as Opened
  const answer = useActionData() as { result: FormResult; picture: Picture } | undefined
  const state = useServerForm<{ picture: string; picture_received: string[]; remove: boolean }>({
    id: 'picture',
    lastResult: answer?.result,
  })
  const { fields } = state
  const { seen, url } = answer?.picture ?? opened
  return (
    <>
      <PageHead title={`Picture of ${name}`} context={context} />
      <OfficeForm state={state} lastResult={answer?.result} cancelHref={backHref} hasFiles>
        <input type="hidden" name="seen" value={seen} />
        {url ? (
          <p>
            <img src={url} alt={`${name} as shown now`} height="160" />
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
        {url ? <CheckboxField {...checkboxProps(fields.remove)} label="Remove the picture" /> : null}
      </OfficeForm>
    </>
  )
}

type PictureCardProps = {
  name: string
  of: { pictureKey: string | null; thumbnailKey: string | null }
  aside: ReactNode
}

/** Card with the picture of an item that students choose, such as a room. The picture is changed on its own page. */
export function PictureCard({ name, of: { pictureKey, thumbnailKey }, aside }: PictureCardProps) {
  return (
    <Card title="Picture" aside={aside}>
      {pictureKey && thumbnailKey ? (
        <a href={paths.file(pictureKey)}>
          <img src={paths.file(thumbnailKey)} alt={name} height="120" />
        </a>
      ) : (
        <p>None yet. Students see a drawing instead.</p>
      )}
    </Card>
  )
}

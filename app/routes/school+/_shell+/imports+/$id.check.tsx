import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast, seeOther } from '~/http/toast.server'
import { mayCheckAgain } from '~/models/imports/import-record.server'
import { checkAgain } from '~/models/imports/imports.server'
import { requireImport } from '~/routes/school+/_shell+/__import-guard.server'

export const handle = pageTitle(() => 'Check the file again')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { record } = await requireImport(context, request, params.id)
  return { id: record.publicId, fileName: record.fileName, may: mayCheckAgain(record) }
}

const refusals = {
  'too-late': 'This import did not fail, or the file itself is faulty.',
  'file-gone': 'The uploaded file has been removed. Upload it again.',
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, record } = await requireImport(context, request, params.id)
  const outcome = await checkAgain(scope, record.publicId)
  if (outcome.ok) return seeOther(schoolPaths.import(record.publicId))
  if (outcome.reason === 'not-found') throw new Response(null, { status: 404 })
  return redirectWithToast(schoolPaths.import(record.publicId), {
    type: 'error',
    title: 'Import Failed',
    message: refusals[outcome.reason],
  })
}

export default function CheckAgainPage() {
  const { id, fileName, may } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Check the file again?" context={fileName} />
      <Card>
        <p>
          {may
            ? 'The file is read once more and compared with the school’s present records. This does not change any record.'
            : 'This import did not fail, or its file is no longer there.'}
        </p>
        <Form method="post" className="actions">
          {may ? <SubmitButton busyText="Checking...">Check again</SubmitButton> : null}
          <ButtonLink href={schoolPaths.import(id)} variant="secondary">
            {may ? 'Cancel' : 'Back'}
          </ButtonLink>
        </Form>
      </Card>
    </>
  )
}

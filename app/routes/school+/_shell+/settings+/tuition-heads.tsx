import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { CheckboxGroup } from '~/components/forms/choice-groups'
import { Alert, ButtonLink, EmptyState, PageHead, SubmitButton } from '~/components/ui'
import { readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listHeads, markHeads } from '~/models/learning/certificates/tuition-heads.server'

export const handle = pageTitle(() => 'Tuition heads', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  return { heads: await listHeads(scope) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const body = await readForm(request)
  await markHeads(scope, body.getAll('head').map(String), body.getAll('tuition').map(String))
  return redirectWithToast(schoolPaths.feeCertificates, { type: 'success', title: 'Updated!' })
}

export default function TuitionHeadsPage() {
  const { heads } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Which heads are tuition fees"
        context="Fee certificates show only payments for these heads. Development fees, donations, transport, hostel and late fines are not tuition."
      />
      {heads.length === 0 ? (
        <EmptyState icon="fees" title="No heads yet" text="The heads of fees appear here once a fee is assigned." />
      ) : (
        <Form method="post" className="card">
          {heads.every(({ isMarked }) => isMarked) ? null : (
            <Alert tone="info" title="The ticks for some heads are not saved yet">
              <p>The ticks follow the kind chosen when the fee was created. Check and save.</p>
            </Alert>
          )}
          {heads.map(({ head }) => (
            <input key={head} type="hidden" name="head" value={head} />
          ))}
          <CheckboxGroup
            name="tuition"
            label="Tuition fees"
            chosen={heads.filter(({ isTuition }) => isTuition).map(({ head }) => head)}
            options={heads.map(({ head }) => ({ value: head, label: head }))}
          />
          <div className="actions">
            <SubmitButton busyText="Saving...">Save Changes</SubmitButton>
            <ButtonLink href={schoolPaths.feeCertificates} variant="secondary" label="Cancel" />
          </div>
        </Form>
      )}
    </>
  )
}

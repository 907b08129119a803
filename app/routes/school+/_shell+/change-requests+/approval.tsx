import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, type Column, DataTable, EmptyState, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { isPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findChangeRequest } from '~/models/people/students/change-requests/change-requests.server'
import { approveChangeRequests } from '~/models/people/students/change-requests/decide-change-request.server'
import { maxTicked } from '~/routes/school+/_shell+/__ticked-ids.server'
import { changeStateWords } from './__state-words'

export const handle = pageTitle(() => 'Approve change requests')

/** Ids of the requests in the URL. Keeps invalid ids, so that they get a 404 like requests of another school. */
const tickedIn = (request: Request) =>
  [...new Set(new URL(request.url).searchParams.getAll('request'))].slice(0, maxTicked)

/** Returns all requests of the ids. @throws Response 404 if any of them is missing or belongs to another school */
function findAll(scope: SchoolScope, ids: readonly string[]) {
  return Promise.all(ids.map(async (id) => foundOr404(isPublicId(id) ? await findChangeRequest(scope, id) : null)))
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const changeRequests = await findAll(scope, tickedIn(request))
  const pending = changeRequests.filter(({ state }) => state === 'pending')
  const waiting = pending.filter(({ needsOrder }) => !needsOrder)
  const decided = changeRequests.filter(({ state }) => state !== 'pending')
  return {
    waiting: waiting.map(({ createdAt: _, decidedAt: _decidedAt, ...asked }) => asked),
    byOrder: pending
      .filter(({ needsOrder }) => needsOrder)
      .map(({ publicId, name, label }) => ({ publicId, words: `${label} of ${name}` })),
    decided: decided.map(({ publicId, name, label, state, decidedBy }) => {
      const decidedByWords = decidedBy === '' ? '' : ` by ${decidedBy}`
      return { publicId, words: `${label} of ${name}: ${changeStateWords[state].toLowerCase()}${decidedByWords}` }
    }),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const body = await readForm(request)
  const seenValues = body.getAll('seen').map(String)
  const ids = body.getAll('request').slice(0, maxTicked)
  const tickedRequests = ids.map((id, index) => ({ publicId: String(id), seen: seenValues[index] ?? '' }))
  const requestIds = [...tickedIn(request), ...tickedRequests.map(({ publicId }) => publicId)]
  await findAll(scope, [...new Set(requestIds)])
  const { approved, left } = await approveChangeRequests(scope, tickedRequests)
  const title = approved > 0 ? 'Updated!' : 'Update Failed'
  const summary = `${counted(approved, 'request')} approved.`
  if (left.length === 0) {
    return redirectWithToast(schoolPaths.changeRequests, {
      type: approved > 0 ? 'success' : 'error',
      title,
      message: summary,
    })
  }
  const others = `${counted(left.length, 'request was', 'requests were')} changed or decided in the meantime: check again.`
  return redirectWithToast(
    `${schoolPaths.approveChangeRequests}?${new URLSearchParams(left.map((id) => ['request', id]))}`,
    { type: approved > 0 ? 'info' : 'error', title, message: `${summary} ${others}` },
  )
}

export default function ApprovalPage() {
  const { waiting, byOrder, decided } = useLoaderData<typeof loader>()
  if (waiting.length + byOrder.length + decided.length === 0) {
    return (
      <EmptyState
        icon="user"
        title="No request is ticked"
        text="Tick change requests in the list first, then approve all of them."
        action={<ButtonLink href={schoolPaths.changeRequests} label="Change requests" />}
      />
    )
  }
  return (
    <>
      <PageHead
        title={
          waiting.length === 0 ? 'Approve change requests' : `Approve ${counted(waiting.length, 'change request')}`
        }
        context="Students with an e-mail address are informed by mail."
      />
      <div className="stack">
        {decided.length === 0 ? null : (
          <Alert tone="info" title="Already decided, not changed">
            <ul>
              {decided.map(({ publicId, words }) => (
                <li key={publicId}>{words}</li>
              ))}
            </ul>
          </Alert>
        )}
        {byOrder.length === 0 ? null : (
          <Alert
            tone="info"
            title="These are in the general register: correct them one by one, each on the basis of an order"
          >
            <ul>
              {byOrder.map(({ publicId, words }) => (
                <li key={publicId}>
                  <a href={schoolPaths.changeRequest(publicId)}>{words}</a>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {waiting.length === 0 ? null : (
          <DataTable caption="Change requests" rows={waiting} rowKey={(one) => one.publicId} columns={columns} />
        )}
        <Form method="post" className="actions">
          {waiting.flatMap(({ publicId, currentValue }) => [
            <input key={publicId} type="hidden" name="request" value={publicId} />,
            <input key={`${publicId}-seen`} type="hidden" name="seen" value={currentValue} />,
          ])}
          {waiting.length === 0 ? null : <SubmitButton busyText="Saving...">Approve all</SubmitButton>}
          <ButtonLink href={schoolPaths.changeRequests} variant="secondary">
            {waiting.length === 0 ? 'Back' : 'Cancel'}
          </ButtonLink>
        </Form>
      </div>
    </>
  )
}

type Waiting = ReturnType<typeof useLoaderData<typeof loader>>['waiting'][number]

const columns: Column<Waiting>[] = [
  {
    label: 'Student',
    role: 'title',
    cell: ({ publicId, name }) => <a href={schoolPaths.changeRequest(publicId)}>{name}</a>,
  },
  { label: 'Enrollment number', align: 'nowrap', cell: (row) => row.enrollmentNumber },
  { label: 'Field', cell: (row) => row.label },
  { label: 'From', cell: (row) => row.currentWords || '–' },
  { label: 'To', cell: (row) => row.newWords },
  {
    label: 'Note',
    cell: ({ currentValue, oldValue, oldWords, note }) =>
      currentValue === oldValue ? note || '–' : `Changed since it was requested; it was ${oldWords || 'empty'} then`,
  },
]

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { listAdmissionDocuments } from '~/models/admissions/admission-documents.server'
import { findAdmission, findLookalikes, listAdmissionEvents } from '~/models/admissions/admission-queries.server'
import { formatInstant } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { documentLabel } from '~/models/students/document-options'
import { fullName } from '~/models/students/rules'
import { AdmissionFacts } from './__admission-facts'
import { eventNames, stateNames } from './__admission-words'

export const handle = pageTitle<{ admission: { firstName: string; lastName: string } }>((data) =>
  data ? fullName(data.admission) : 'Admission',
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'admissions:view')
  const { id, ...admission } = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  const [documents, events, lookalikes] = await Promise.all([
    listAdmissionDocuments(scope, id),
    listAdmissionEvents(scope, id),
    admission.state === 'pending' ? findLookalikes(scope, { id, ...admission }) : [],
  ])
  return {
    admission,
    documents,
    events: events.map(({ action, actorName, at }) => ({ action, actorName, at: formatInstant(at, 'en') })),
    lookalikes,
    mayEdit: mayStaff(role, 'admissions:edit'),
    mayOpenStudents: mayStaff(role, 'students:view'),
  }
}

export default function AdmissionPage() {
  const { admission, documents, events, lookalikes, mayEdit, mayOpenStudents } = useLoaderData<typeof loader>()
  const state = stateNames[admission.state]
  const isOpen = admission.state === 'pending' && mayEdit
  const same = lookalikes.filter(({ reason }) => reason === 'same')
  const siblings = lookalikes.filter(({ reason }) => reason === 'sibling')
  return (
    <>
      <PageHead
        title={fullName(admission)}
        context={
          <>
            <Badge tone={state.tone}>{state.word}</Badge>{' '}
            {[admission.className, admission.sessionName].filter(Boolean).join(', ')}
          </>
        }
        action={
          isOpen ? (
            <div className="actions">
              <ButtonLink href={schoolPaths.acceptAdmission(admission.publicId)} variant="next">
                Accept
              </ButtonLink>
              <ButtonLink href={schoolPaths.rejectAdmission(admission.publicId)} variant="secondary">
                Reject
              </ButtonLink>
              <ButtonLink href={schoolPaths.editAdmission(admission.publicId)} variant="secondary">
                Edit
              </ButtonLink>
            </div>
          ) : admission.studentId && mayOpenStudents ? (
            <ButtonLink href={schoolPaths.student(admission.studentId)}>Open the student</ButtonLink>
          ) : undefined
        }
      />
      {same.length > 0 ? (
        <Alert tone="warn" title="This child may already be in the school: the name and date of birth are the same">
          <Lookalikes all={same} />
        </Alert>
      ) : null}
      {siblings.length > 0 ? (
        <Alert tone="info" title="Possibly a brother or sister: the mobile number is the same">
          <Lookalikes all={siblings} />
        </Alert>
      ) : null}
      {admission.reason ? (
        <Alert tone="warn" title="Reason of the rejection">
          <p>{admission.reason}</p>
        </Alert>
      ) : null}
      <div className="stack">
        <AdmissionFacts admission={admission} />
        <Card title="Documents">
          {admission.state === 'accepted' ? (
            <p className="soft">They are now with the student’s records.</p>
          ) : documents.length === 0 ? (
            <p className="soft">No documents came with the admission.</p>
          ) : (
            <ul>
              {documents.map(({ kind, key, fileName }) => (
                <li key={key}>
                  {documentLabel(kind)}:{' '}
                  <a href={`/storage/${key}`} download>
                    {fileName}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="History">
          <ul>
            {events.map(({ action, actorName, at }) => (
              <li key={`${action} ${at}`}>
                {eventNames[action] ?? action}, {at}, {actorName}
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <p>
        <a className="alone" href={schoolPaths.admissions}>
          All admissions
        </a>
      </p>
    </>
  )
}

function Lookalikes({
  all,
}: {
  all: ReadonlyArray<{ kind: 'student' | 'admission'; publicId: string; firstName: string; lastName: string }>
}) {
  return (
    <ul>
      {all.map((one) => (
        <li key={one.publicId}>
          <a href={one.kind === 'student' ? schoolPaths.student(one.publicId) : schoolPaths.admission(one.publicId)}>
            {fullName(one)}
          </a>{' '}
          ({one.kind === 'student' ? 'student' : 'pending admission'})
        </li>
      ))}
    </ul>
  )
}

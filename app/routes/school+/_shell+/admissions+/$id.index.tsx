import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Badge, ButtonLink, Card, DefinitionList, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { foundOr404, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { formatInstant } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { listAdmissionDocuments } from '~/models/entry/admissions/applicants/admission-documents.server'
import { admissionForm } from '~/models/entry/admissions/applicants/admission-fields.server'
import {
  findAdmission,
  findLookalikes,
  listAdmissionEvents,
} from '~/models/entry/admissions/applicants/admission-queries.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { factsOf, storedText } from '~/models/people/students/describe/sections.server'
import { documentLabel } from '~/models/people/students/documents.server'
import { fullName } from '~/models/people/students/rules'
import { admissionStateTones, admissionStateWords, eventWords, originWords } from './__admission-words'

export const handle = pageTitle<{ admission: { name: string } }>((data) => data?.admission.name ?? 'Admission')

const nothing: ReadonlySet<string> = new Set(['class', 'academic_session', 'first_name', 'last_name'])
const storedOf = (admission: object) =>
  Object.fromEntries(Object.keys(admissionForm.fields).map((name) => [name, storedText(admission[name as never])]))

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'admissions:view')
  const admission = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  const [documents, events, lookalikes] = await Promise.all([
    listAdmissionDocuments(scope, admission.id),
    listAdmissionEvents(scope, admission.id),
    admission.state === 'pending' ? findLookalikes(scope, admission) : [],
  ])
  const { publicId, state, name, className, sessionName, reason, student, origin, decidedByName } = admission
  return {
    admission: { publicId, state, name, className, sessionName, reason, student },
    facts: factsOf(admissionForm, storedOf(admission), nothing),
    decision: [
      { label: 'Class wanted', value: className },
      { label: 'Academic session', value: sessionName },
      { label: 'Source', value: originWords[origin] },
      { label: 'Decided by', value: decidedByName },
    ],
    documents: documents.map(({ kind, key, fileName }) => ({ label: documentLabel(kind), key, fileName })),
    events: events.map(({ action, actorName, at }) => ({ action, actorName, at: formatInstant(at, 'en') })),
    lookalikes,
    mayEdit: mayStaff(role, 'admissions:edit'),
    mayOpenStudents: mayStaff(role, 'students:view'),
  }
}

const decisions = [
  ['Accept', schoolPaths.acceptAdmission],
  ['Reject', schoolPaths.rejectAdmission],
  ['Edit', schoolPaths.editAdmission],
] as const

export default function AdmissionPage() {
  const { admission, facts, decision, documents, events, lookalikes, mayEdit, mayOpenStudents } =
    useLoaderData<typeof loader>()
  const isOpen = admission.state === 'pending' && mayEdit
  const same = lookalikes.filter(({ reason }) => reason === 'same')
  const siblings = lookalikes.filter(({ reason }) => reason === 'sibling')
  return (
    <>
      <PageHead
        title={admission.name}
        context={
          <>
            <Badge tone={admissionStateTones[admission.state]}>{admissionStateWords[admission.state]}</Badge>{' '}
            {[admission.className, admission.sessionName].filter(Boolean).join(', ')}
          </>
        }
        action={
          isOpen ? (
            <div className="actions">
              {decisions.map(([words, href], index) => (
                <ButtonLink key={words} href={href(admission.publicId)} variant={index === 0 ? 'next' : 'secondary'}>
                  {words}
                </ButtonLink>
              ))}
            </div>
          ) : admission.student && mayOpenStudents ? (
            <ButtonLink href={schoolPaths.student(admission.student)}>Open the student</ButtonLink>
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
        <Card title="Application">
          <DefinitionList items={decision} />
        </Card>
        {facts.map(({ title, items }) => (
          <Card key={title} title={title ?? ''}>
            {items.length === 0 ? <p className="soft">Not given.</p> : <DefinitionList items={items} />}
          </Card>
        ))}
        <Card title="Documents">
          {admission.state === 'accepted' ? (
            <p className="soft">They are now with the student’s records.</p>
          ) : documents.length === 0 ? (
            <p className="soft">No documents came with the admission.</p>
          ) : (
            <ul>
              {documents.map(({ label, key, fileName }) => (
                <li key={key}>
                  {label}:{' '}
                  <a href={paths.file(key)} data-file>
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
                {eventWords[action] ?? action}, {at}, {actorName}
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

function Lookalikes({ all }: { all: Awaited<ReturnType<typeof findLookalikes>> }) {
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

import { Alert, Badge, DefinitionList } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { buttonOf, showPage } from '~/kit/pages/show-page'
import { formatInstant } from '~/models/core/shared/calendar'
import { listAdmissionDocuments } from '~/models/entry/admissions/applicants/admission-documents.server'
import { admissionForm } from '~/models/entry/admissions/applicants/admission-fields.server'
import {
  findAdmission,
  findLookalikes,
  listAdmissionEvents,
} from '~/models/entry/admissions/applicants/admission-queries.server'
import { factsOf, storedText } from '~/models/people/students/describe/sections.server'
import { documentLabel } from '~/models/people/students/documents.server'
import { fullName } from '~/models/people/students/rules'
import { admissionStateTones, admissionStateWords, eventWords, originWords } from './__admission-words'

export const handle = pageTitle<{ admission: { name: string } }>((data) => data?.admission.name ?? 'Admission')

const nothing: ReadonlySet<string> = new Set(['class', 'academic_session', 'first_name', 'last_name'])
const storedOf = (admission: object) =>
  Object.fromEntries(Object.keys(admissionForm.fields).map((name) => [name, storedText(admission[name as never])]))

export const loader = showLoader({ may: 'admissions:view', find: findAdmission }, async (admission, { scope, may }) => {
  const [documents, events, lookalikes] = await Promise.all([
    listAdmissionDocuments(scope, admission.id),
    listAdmissionEvents(scope, admission.id),
    admission.state === 'pending' ? findLookalikes(scope, admission) : [],
  ])
  const { publicId, state, name, className, sessionName, reason, student, origin, decidedByName } = admission
  return {
    admission: { publicId, state, name, className, sessionName, reason, student },
    facts: factsOf(admissionForm, storedOf(admission), nothing),
    decision: {
      'Class applied for': className,
      'Academic session': sessionName,
      Source: originWords[origin],
      'Decided by': decidedByName,
    },
    documents: documents.map(({ kind, key, fileName }) => ({ label: documentLabel(kind), key, fileName })),
    events: events.map(({ action, actorName, at }) => ({ action, actorName, at: formatInstant(at, 'en') })),
    lookalikes,
    mayEdit: may('admissions:edit'),
    mayOpenStudents: may('students:view'),
  }
})

export default showPage<typeof loader>((page) => {
  const { admission, facts, decision, documents, events, lookalikes } = page
  const { publicId, state, student, reason } = admission
  const same = lookalikes.filter((one) => one.reason === 'same')
  const siblings = lookalikes.filter((one) => one.reason === 'sibling')
  return {
    title: admission.name,
    context: (
      <>
        <Badge tone={admissionStateTones[state]}>{admissionStateWords[state]}</Badge>{' '}
        {[admission.className, admission.sessionName].filter(Boolean).join(', ')}
      </>
    ),
    action:
      state === 'pending' && page.mayEdit ? (
        <div className="actions">
          {buttonOf({ label: 'Accept', href: schoolPaths.acceptAdmission(publicId) }, 'next')}
          {buttonOf({ label: 'Reject', href: schoolPaths.rejectAdmission(publicId) }, 'secondary')}
          {buttonOf({ label: 'Edit', href: schoolPaths.editAdmission(publicId) }, 'secondary')}
        </div>
      ) : (
        student && page.mayOpenStudents && { label: 'Open the student', href: schoolPaths.student(student) }
      ),
    alert: (
      <>
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
        {reason ? <Alert tone="warn" title="Reason for the rejection" text={reason} /> : null}
      </>
    ),
    parts: [
      { title: 'Application', facts: decision },
      ...facts.map(({ title, items }) => ({
        title: title ?? '',
        content: items.length === 0 ? <p className="soft">Not given.</p> : <DefinitionList items={items} />,
      })),
      {
        title: 'Documents',
        content:
          state === 'accepted' ? (
            <p className="soft">They have been moved to the student’s records.</p>
          ) : documents.length === 0 ? (
            <p className="soft">No documents were submitted with the admission.</p>
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
          ),
      },
      {
        title: 'History',
        content: (
          <ul>
            {events.map(({ action, actorName, at }) => (
              <li key={`${action} ${at}`}>
                {eventWords[action] ?? action}, {at}, {actorName}
              </li>
            ))}
          </ul>
        ),
      },
    ],
    back: { label: 'All admissions', href: schoolPaths.admissions },
  }
})

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

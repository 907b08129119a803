import type { LoaderFunctionArgs } from '@remix-run/node'
import { Alert, Badge, DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { actionLine, shownTable, showPage } from '~/kit/pages/show-page'
import { languageWords } from '~/language/language'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { findCertificate, listCopies } from '~/models/learning/certificates/certificates.server'
import { draftParts } from '~/models/learning/certificates/issue.server'
import { listedItems } from '~/models/learning/certificates/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { doubtsInWords } from './__certificate.server'
import { certificateStateWords } from './__words'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ kindName, studentName }) => `${kindName} of ${studentName}`)

export async function loader(args: LoaderFunctionArgs) {
  const opened = await openThing(args, { may: 'certificates:view', find: findCertificate })
  const { staff, scope, thing } = opened
  const { publicId, state, language, kindName, studentName, studentPublicId, view, issuedOn, issuedByName } = thing
  const today = todayInIndia(new Date())
  const { items, paragraphs, amounts } = view ?? draftParts(thing, listedItems(thing.items), today)
  const draft = state === 'draft' ? await doubtsInWords(scope, thing) : null
  const mayEdit = mayStaff(staff.role, 'certificates:edit')
  return {
    id: publicId,
    state,
    kindName,
    studentName,
    issuedOn,
    issuedByName,
    student: mayStaff(staff.role, 'students:view') ? studentPublicId : null,
    number: thing.numberText,
    language: languageWords[language],
    content: [...items, ...(amounts ? [...amounts.rows, amounts.total] : [])],
    paragraphs,
    missing: state === 'draft' ? items.filter(([, value]) => value === '–').map(([label]) => label) : [],
    doubts: draft?.doubts ?? [],
    before: draft?.before ?? null,
    overrideReason: thing.overrideReason,
    cancelled: thing.cancelledAt && {
      on: todayInIndia(thing.cancelledAt),
      by: thing.cancelledByName,
      reason: thing.cancelReason,
    },
    copies: await listCopies(scope, thing.id),
    may: {
      edit: mayEdit && state === 'draft',
      duplicate: mayEdit && state === 'issued',
      cancel: mayEdit && state === 'issued',
    },
  }
}

export default showPage<typeof loader>((certificate) => {
  const { id, state, may, copies, student, studentName, issuedOn, cancelled } = certificate
  const { word, tone } = certificateStateWords[state]
  return {
    title: `${certificate.kindName} of ${studentName}`,
    context: (
      <>
        <Badge tone={tone}>{word}</Badge> {certificate.number ?? 'It gets its number when it is issued.'}
      </>
    ),
    action: may.edit && { label: 'Issue', href: schoolPaths.issueCertificate(id), variant: 'next' },
    parts: [
      certificate.doubts.length > 0 && (
        <Alert tone="warn" title="Check before issuing">
          <ul>
            {certificate.doubts.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {certificate.before ? (
            <p>
              <a href={schoolPaths.certificate(certificate.before.publicId)}>{certificate.before.number}</a>
            </p>
          ) : null}
        </Alert>
      ),
      certificate.missing.length > 0 && (
        <Alert
          tone="info"
          title="Not filled in"
          text={`${certificate.missing.join(' · ')}. A dash is printed there.`}
        />
      ),
      {
        title: 'What it says',
        content: (
          <>
            {certificate.content.length > 0 ? (
              <DefinitionList items={certificate.content.map(([label, value]) => ({ label, value }))} />
            ) : null}
            {certificate.paragraphs.map((words) => (
              <p key={words}>{words}</p>
            ))}
            {actionLine([
              may.edit && { label: 'Correct', href: schoolPaths.editCertificate(id) },
              { label: 'Office copy', href: schoolPaths.certificateSheet(id) },
              may.edit && { label: 'Delete this draft', href: schoolPaths.deleteCertificate(id), variant: 'quiet' },
            ])}
          </>
        ),
      },
      {
        title: 'What happened',
        facts: {
          Student: student ? <a href={schoolPaths.student(student)}>{studentName}</a> : studentName,
          Language: certificate.language,
          'Issued on': issuedOn ? formatDay(issuedOn, 'en') : false,
          'Issued by': issuedOn ? certificate.issuedByName : false,
          'Reason for issuing anyway': certificate.overrideReason || false,
          'Cancelled on': cancelled ? formatDay(cancelled.on, 'en') : false,
          'Cancelled by': cancelled ? cancelled.by : false,
          Reason: cancelled ? cancelled.reason : false,
        },
      },
      copies.length > 0 && {
        title: 'Copies',
        content: (
          <>
            {shownTable({
              caption: 'Copies of the certificate',
              rows: copies,
              columns: [
                {
                  label: 'Copy',
                  role: 'title',
                  cell: (copy) => (
                    <a href={schoolPaths.certificateCopy(copy.publicId)} data-file>
                      {copy.number === 0 ? 'Original (PDF)' : `Duplicate ${copy.number} (PDF)`}
                    </a>
                  ),
                },
                { label: 'Made on', value: (copy) => formatDay(copy.madeOn, 'en') },
                { label: 'By', cell: (copy) => copy.madeByName },
                { label: 'Reason', value: 'reason' },
              ],
            })}
            {actionLine([
              may.duplicate && { label: 'Make a duplicate', href: schoolPaths.duplicateCertificate(id) },
              may.cancel && { label: 'Cancel this certificate', href: schoolPaths.cancelCertificate(id) },
            ])}
          </>
        ),
      },
    ],
  }
})

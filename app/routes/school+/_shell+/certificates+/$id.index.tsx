import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { languageWords } from '~/models/core/shared/language-words'
import { findCertificate, listCopies } from '~/models/learning/certificates/certificates.server'
import { partsOf } from '~/models/learning/certificates/issue.server'
import { listedItems } from '~/models/learning/certificates/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { doubtsInWords } from './__certificate.server'
import { stateWords } from './__words'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ kindName, studentName }) => `${kindName} of ${studentName}`)

export async function loader(args: LoaderFunctionArgs) {
  const opened = await openThing(args, { may: 'certificates:view', find: findCertificate })
  const { staff, scope, thing } = opened
  const { publicId, state, language, kindName, studentName, studentPublicId, view, issuedOn, issuedByName } = thing
  const today = todayInIndia(new Date())
  const { items, paragraphs, amounts } = view ?? partsOf(thing, listedItems(thing.items), today)
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

export default function CertificatePage() {
  const shown = useLoaderData<typeof loader>()
  const { id, state, may, copies } = shown
  const { word, tone } = stateWords[state]
  return (
    <>
      <PageHead
        title={`${shown.kindName} of ${shown.studentName}`}
        context={
          <>
            <Badge tone={tone}>{word}</Badge> {shown.number ?? 'It gets its number when it is issued.'}
          </>
        }
        action={
          may.edit ? (
            <ButtonLink href={schoolPaths.issueCertificate(id)} variant="next">
              Issue
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        {shown.doubts.length === 0 ? null : (
          <Alert tone="warn" title="Before it is issued">
            <ul>
              {shown.doubts.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
            {shown.before ? (
              <p>
                <a href={schoolPaths.certificate(shown.before.publicId)}>{shown.before.number}</a>
              </p>
            ) : null}
          </Alert>
        )}
        {shown.missing.length === 0 ? null : (
          <Alert tone="info" title="Not filled in">
            <p>{`${shown.missing.join(' · ')}. A dash is printed there.`}</p>
          </Alert>
        )}
        <Card title="What it says">
          {shown.content.length > 0 ? (
            <DefinitionList items={shown.content.map(([label, value]) => ({ label, value }))} />
          ) : null}
          {shown.paragraphs.map((words) => (
            <p key={words}>{words}</p>
          ))}
          <p className="actions">
            {may.edit ? (
              <ButtonLink href={schoolPaths.editCertificate(id)} variant="secondary">
                Correct
              </ButtonLink>
            ) : null}
            <ButtonLink href={schoolPaths.certificateSheet(id)} variant="secondary">
              Sheet for the register’s book
            </ButtonLink>
            {may.edit ? (
              <ButtonLink href={schoolPaths.deleteCertificate(id)} variant="quiet">
                Delete this draft
              </ButtonLink>
            ) : null}
          </p>
        </Card>
        <Card title="What happened">
          <DefinitionList
            items={[
              {
                label: 'Student',
                value: shown.student ? (
                  <a href={schoolPaths.student(shown.student)}>{shown.studentName}</a>
                ) : (
                  shown.studentName
                ),
              },
              { label: 'Language', value: shown.language },
              ...(shown.issuedOn
                ? [
                    { label: 'Issued on', value: formatDay(shown.issuedOn, 'en') },
                    { label: 'Issued by', value: shown.issuedByName },
                  ]
                : []),
              ...(shown.overrideReason
                ? [{ label: 'Issued although not everything was in order', value: shown.overrideReason }]
                : []),
              ...(shown.cancelled
                ? [
                    { label: 'Cancelled on', value: formatDay(shown.cancelled.on, 'en') },
                    { label: 'Cancelled by', value: shown.cancelled.by },
                    { label: 'Reason', value: shown.cancelled.reason },
                  ]
                : []),
            ]}
          />
        </Card>
        {copies.length === 0 ? null : (
          <Card title="Copies">
            <DataTable
              caption="Copies of the certificate"
              rows={copies}
              rowKey={(copy) => copy.publicId}
              columns={[
                {
                  label: 'Copy',
                  role: 'title',
                  cell: (copy) => (
                    <a href={schoolPaths.certificateCopy(copy.publicId)} data-file>
                      {copy.number === 0 ? 'Original (PDF)' : `Duplicate ${copy.number} (PDF)`}
                    </a>
                  ),
                },
                { label: 'Made on', cell: (copy) => formatDay(copy.madeOn, 'en') },
                { label: 'By', cell: (copy) => copy.madeByName },
                { label: 'Reason', cell: (copy) => copy.reason ?? '–' },
              ]}
            />
            <p className="actions">
              {may.duplicate ? (
                <ButtonLink href={schoolPaths.duplicateCertificate(id)} variant="secondary">
                  Make a duplicate
                </ButtonLink>
              ) : null}
              {may.cancel ? (
                <ButtonLink href={schoolPaths.cancelCertificate(id)} variant="secondary">
                  Cancel this certificate
                </ButtonLink>
              ) : null}
            </p>
          </Card>
        )}
      </div>
    </>
  )
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ButtonLink, Card, DataTable, EmptyState, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { wordsIn } from '~/language/localized'
import { findConsentStudent, listPublishedNotices, listScans } from '~/models/contact/consents/decide.server'
import { isAsked } from '~/models/contact/consents/options'
import { verificationWords } from '~/models/contact/consents/privacy-fields'
import { readStudentConsents } from '~/models/contact/consents/section-consents.server'
import { formatInstant, todayInIndia } from '~/models/core/shared/calendar'
import { isAdult } from '~/models/core/shared/coming-of-age'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { consentWords } from '../__consent-words'

export const handle = pageTitle(() => 'Consents of a student')

const decisionWords = { given: 'Yes', refused: 'No', withdrawn: 'Withdrawn', read: 'Read' } as const
const howWords = { ...verificationWords, account: 'Own account' } as const

export async function loader(args: LoaderFunctionArgs) {
  const { staff, scope, thing } = await openThing(args, { may: 'consents:view', find: findConsentStudent })
  const [{ consents, decided }, published, scans] = await Promise.all([
    readStudentConsents(scope, thing),
    listPublishedNotices(scope),
    listScans(scope, thing.id),
  ])
  const titles = new Map(published.map(({ purpose, title }) => [purpose, title]))
  return {
    student: {
      publicId: thing.publicId,
      name: thing.name,
      isAdult: isAdult(thing.birthDate, todayInIndia(new Date())),
    },
    mayEdit: mayStaff(staff.role, 'consents:edit'),
    consents: consents.map(({ notice, counted, read }) => ({
      title: wordsIn(notice.title, 'en'),
      state: isAsked(notice.purpose) ? consentWords(counted) : read ? 'Read' : 'Not read yet',
      by: counted.by?.byName ?? read?.decidedByName ?? null,
    })),
    decided: decided.map((one) => ({
      id: one.publicId,
      what: `${titles.get(one.purpose) ?? ''}, version ${one.noticeNumber}`,
      notice: one.noticePublicId,
      decision: decisionWords[one.decision],
      by:
        one.guardianId !== null && !one.guardianCounts
          ? `${one.decidedByName} (no longer entitled)`
          : one.decidedByName,
      at: formatInstant(one.decidedAt, 'en'),
      how: howWords[one.verification],
      recordedBy: one.recordedByName,
      scan: scans.find(({ id }) => id === one.fileId)?.key ?? null,
    })),
  }
}

export default function StudentConsentsPage() {
  const { student, mayEdit, consents, decided } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`Consents of ${student.name}`}
        context={student.isAdult ? '18 or older: decides alone.' : 'Under 18: the guardians decide.'}
        action={
          mayEdit ? (
            <ButtonLink href={schoolPaths.recordConsent(student.publicId)} variant="next" icon="plus">
              Enter a decision
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        {consents.length === 0 ? (
          <EmptyState icon="check" title="No notice yet" text="The school has published no privacy notice." />
        ) : (
          <Card title="Current decisions">
            <DataTable
              caption="Current decisions"
              rows={consents}
              rowKey={(row) => row.title}
              columns={[
                { label: 'Purpose', role: 'title', cell: (row) => row.title },
                { label: 'Consent', cell: (row) => row.state },
                { label: 'Decided by', cell: (row) => row.by ?? '–' },
              ]}
            />
          </Card>
        )}
        {decided.length === 0 ? null : (
          <Card title="All decisions">
            <DataTable
              caption="All decisions"
              rows={decided}
              rowKey={(row) => row.id}
              columns={[
                {
                  label: 'Notice',
                  role: 'title',
                  cell: (row) => <a href={paths.privacyNotice(row.notice)}>{row.what}</a>,
                },
                { label: 'Answer', cell: (row) => row.decision },
                { label: 'By', cell: (row) => row.by },
                { label: 'When', cell: (row) => row.at },
                {
                  label: 'How identified',
                  cell: (row) => (row.scan ? <a href={paths.file(row.scan)}>{row.how}</a> : row.how),
                },
                { label: 'Entered by', cell: (row) => row.recordedBy ?? '–' },
              ]}
            />
          </Card>
        )}
        <p>
          <a href={schoolPaths.student(student.publicId)}>{student.name}</a>
        </p>
      </div>
    </>
  )
}

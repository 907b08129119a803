import { listHref } from '~/components/school/list-href'
import { Alert, Badge } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { showPage } from '~/kit/pages/show-page'
import { formatDay } from '~/models/core/shared/calendar'
import { sessions, warningsAbout } from '~/models/people/academics/sessions.server'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>> | undefined>((data) =>
  data ? `Academic session ${data.session.name}` : 'Academic session',
)

export const loader = showLoader({ may: 'academics:view', find: sessions.find }, async (session, { scope, may }) => {
  const { publicId, name, startsOn, endsOn, isCurrent, students, fees } = session
  return {
    session: { publicId, name, startsOn, endsOn, isCurrent },
    warnings: await warningsAbout(scope, publicId),
    students,
    fees: may('fees:view') ? fees : null,
    mayEdit: may('academics:edit'),
  }
})

export default showPage<typeof loader>(({ session, warnings, students, fees, mayEdit }) => {
  const ofSession = { session: session.publicId }
  return {
    title: `Academic session ${session.name}`,
    action: mayEdit && { label: 'Edit session', href: schoolPaths.editSession(session.publicId) },
    parts: [
      warnings.length > 0 && (
        <Alert tone="warn" title="Check the dates of this session">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Alert>
      ),
      {
        title: 'This session',
        aside: session.isCurrent ? <Badge tone="good">Current</Badge> : <Badge tone="neutral">Not current</Badge>,
        isSpaced: true,
        facts: {
          'First day': formatDay(session.startsOn, 'en'),
          'Last day': formatDay(session.endsOn, 'en'),
          Students: students,
          Fees: fees ?? false,
        },
        actions: [
          { label: 'Students in this session', href: listHref(schoolPaths.students, ofSession) },
          fees !== null && { label: 'Fees in this session', href: listHref(schoolPaths.fees, ofSession) },
        ],
      },
    ],
  }
})

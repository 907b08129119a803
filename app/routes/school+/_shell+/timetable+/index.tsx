import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listHref } from '~/components/school/list-href'
import { ButtonLink, EmptyState, PageHead, Tabs } from '~/components/ui'
import { requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { OfficeWeek } from './__office-week'
import { readOfficeWeek } from './__timetable-week.server'
import { WeekActions, WeekFilters } from './__week-filters'

export const handle = pageTitle<{ title: string } | undefined>((data) =>
  data ? (data.title === 'My timetable' ? data.title : `Timetable: ${data.title}`) : 'Timetable',
)

export async function loader({ context, request }: LoaderFunctionArgs) {
  return readOfficeWeek(await requireStaff(context, request, 'timetable:view'), request)
}

export default function TimetablePage() {
  const week = useLoaderData<typeof loader>()
  const { by, id, title, session, hasOwn, mayEdit } = week
  const tab = (label: string, which: string, current: boolean) => ({
    href: listHref(schoolPaths.timetable, { by: which }),
    label,
    current,
  })
  return (
    <div className="landscape">
      <PageHead
        title={by === 'own' ? title : `Timetable: ${title}`}
        context={session?.name}
        action={
          mayEdit ? (
            <ButtonLink href={schoolPaths.bellPeriods} variant="secondary" icon="clock">
              Bell schedule
            </ButtonLink>
          ) : undefined
        }
      />
      <Tabs
        label="Whose timetable"
        tabs={[
          ...(hasOwn ? [tab('My timetable', '', by === 'own')] : []),
          tab('By section', hasOwn ? 'section' : '', by === 'section'),
          tab('By teacher', 'teacher', by === 'teacher'),
        ]}
      />
      {session === null ? (
        <EmptyState
          icon="calendar"
          title="First add an academic session"
          text="A timetable belongs to an academic session, and there is no session yet."
          action={mayEdit ? <ButtonLink href={schoolPaths.newSession}>Add academic session</ButtonLink> : undefined}
        />
      ) : id === null ? (
        <Missing by={by} mayEdit={mayEdit} />
      ) : (
        <>
          <WeekFilters week={{ ...week, session, id }} />
          <OfficeWeek week={{ ...week, session, id }} />
          <WeekActions week={{ ...week, session, id }} />
        </>
      )}
    </div>
  )
}

/** Nobody whose week could be shown: what to do first. */
function Missing({ by, mayEdit }: { by: 'own' | 'section' | 'teacher'; mayEdit: boolean }) {
  if (by === 'own') {
    return (
      <EmptyState
        icon="user"
        title="Your sign-in is not linked to a teacher"
        text="Ask the office to choose your sign-in in your entry under Teachers. Until then look by section or by teacher."
      />
    )
  }
  const [title, text, href, label] =
    by === 'section'
      ? ['First add a section', 'A timetable is made for a section of a class.', schoolPaths.newSection, 'Add section']
      : [
          'No active teacher yet',
          'Teachers are listed here with their weekly timetables.',
          schoolPaths.newTeacher,
          'Add teacher',
        ]
  return (
    <EmptyState
      icon="school"
      title={title}
      text={text}
      action={mayEdit ? <ButtonLink href={href}>{label}</ButtonLink> : undefined}
    />
  )
}

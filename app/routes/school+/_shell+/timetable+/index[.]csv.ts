import type { LoaderFunctionArgs } from '@remix-run/node'
import { csvResponse } from '~/http/csv.server'
import { idOr404, requireStaff } from '~/http/route.server'
import { dayNames } from '~/models/learning/timetable/options'
import { listPeriods } from '~/models/learning/timetable/periods.server'
import { listLessons } from '~/models/learning/timetable/queries.server'
import { inOrderOfDay } from '~/models/learning/timetable/rules'
import { requestedSession } from './__timetable-week.server'

/** Sends the weekly lessons of a section, a teacher or the whole school as CSV, a line for each lesson and weekday. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'timetable:view')
  const query = new URL(request.url).searchParams
  const [section, teacher] = [idOr404(query, 'section'), idOr404(query, 'teacher')]
  const { session } = await requestedSession(scope, query)
  const [{ periods }, lessons] = await Promise.all([
    listPeriods(scope),
    session ? listLessons(scope, { session: session.publicId, section, teacher }) : [],
  ])
  return csvResponse('timetable.csv', [
    ['Academic session', 'Class', 'Section', 'Day', 'Period', 'Start', 'End', 'Subject', 'Teacher', 'Room'],
    ...inOrderOfDay(lessons, periods).map(({ lesson, period }) => [
      session?.name ?? '',
      lesson.className,
      lesson.sectionName,
      dayNames[lesson.day],
      period.name,
      period.startsAt,
      period.endsAt,
      lesson.subject,
      lesson.teacher,
      lesson.roomNo,
    ]),
  ])
}
